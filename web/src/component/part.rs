//! The page's one component. Yew compiles a component's whole lifecycle anew for each component type,
//! 3 KB of code a piece; so the parts that keep something between two drawings share one, and everything
//! else is a function that returns its markup.

use super::same::Same;
use std::any::type_name;
use std::rc::Rc;
use yew::functional::{Hook, HookContext};
use yew::virtual_dom::{Key, VComp};
use yew::{Html, Properties, component};

/// A part of the page that keeps state, effects or nodes: the value is what it is drawn from.
/// It is drawn again when that differs from before, or when its own state changes.
pub(crate) trait Part: PartialEq + 'static {
    /// Its markup. As in any component, the same hooks run in the same order each time.
    fn draw(&self, hooks: &mut HookContext) -> Html;
}

trait AnyPart: Same {
    fn draw(&self, hooks: &mut HookContext) -> Html;
}

impl<P: Part> AnyPart for P {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        Part::draw(self, hooks)
    }
}

#[derive(Properties)]
pub(crate) struct DrawnProps {
    part: Rc<dyn AnyPart>,
}

impl PartialEq for DrawnProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.part, &other.part) || self.part.same(&*other.part)
    }
}

/// Runs a part's hooks in the place of the component's own.
struct Draw<'a>(&'a dyn AnyPart);

impl Hook for Draw<'_> {
    type Output = Html;

    fn run(self, hooks: &mut HookContext) -> Html {
        self.0.draw(hooks)
    }
}

fn use_part(part: &dyn AnyPart) -> Draw<'_> {
    Draw(part)
}

/// The component.
#[component]
pub(crate) fn Drawn(props: &DrawnProps) -> Html {
    use_part(&*props.part)
}

/// The part's place in the page. What it keeps is its own kind's, so that the kind is its key.
pub(crate) fn part<P: Part>(part: P) -> Html {
    keyed(type_name::<P>().into(), Rc::new(part))
}

/// The place of one of several parts of a kind, told apart by `key`.
pub(crate) fn part_of<P: Part>(key: impl Into<Key>, part: P) -> Html {
    keyed(key.into(), Rc::new(part))
}

fn keyed(key: Key, part: Rc<dyn AnyPart>) -> Html {
    VComp::new::<Drawn>(Rc::new(DrawnProps { part }), Some(key)).into()
}

/// The whole page's part, for the renderer.
pub(crate) fn whole(part: impl Part) -> DrawnProps {
    DrawnProps {
        part: Rc::new(part),
    }
}
