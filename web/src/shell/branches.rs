//! The branch picker, where there is more than one: it opens the tree of branches, in which they are
//! chosen, named and deleted.

use crate::component::{Given, Part, use_kept, use_watch};
use crate::parts::{Glyph, icon, use_dismiss};
use crate::platform::dom;
use crate::prose::Teller;
use crate::state::Handle;
use crate::view::branches::{Row, tree};
use crate::words::say;
use tidemark_core::history::BranchId;
use tidemark_core::session::frame::BranchView;
use tidemark_core::session::request::Request;
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, MouseEvent, NodeRef, SubmitEvent, html, use_node_ref};

/// A name longer than this says no more.
const NAME_LENGTH_MAX: &str = "80";

/// The picker.
#[derive(PartialEq)]
pub(super) struct BranchPicker {
    /// The ways to act on the session.
    pub(super) handle: Handle,
    /// All branches.
    pub(super) branches: Given<[BranchView]>,
    /// The one shown.
    pub(super) current: BranchId,
    /// Names them.
    pub(super) teller: Teller,
}

impl Part for BranchPicker {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.teller.words;
        let node = use_node_ref().run(hooks);
        let renaming = use_kept(|| None::<BranchId>).run(hooks);
        use_dismiss(&node).run(hooks);
        use_watch(*renaming, {
            let node = node.clone();
            move || dom::focus_within(&node, "input")
        })
        .run(hooks);
        if self.branches.len() < 2 {
            return html! {};
        }
        let submit = {
            let (handle, node, renaming) = (self.handle.clone(), node.clone(), renaming.clone());
            Callback::from(move |event: SubmitEvent| {
                event.prevent_default();
                if let Some(id) = *renaming {
                    let name = dom::value_within(&node, "input").trim().to_owned();
                    handle.ask(Request::RenameBranch(id, name));
                }
                dom::focus_within(&node, "summary");
                renaming.set(None);
            })
        };
        let rows = tree(&self.branches);
        let rows = rows.iter().map(|row| {
            let id = row.branch.id;
            let rename = (*renaming == Some(id)).then(|| submit.clone());
            let on_rename = {
                let (renaming, next) = (renaming.clone(), rename.is_none().then_some(id));
                Callback::from(move |_| renaming.set(next))
            };
            self.row(row, &node, on_rename, rename)
        });
        let shown = self
            .branches
            .iter()
            .find(|branch| branch.id == self.current);
        let shown = shown.map_or_else(String::new, |branch| branch_name(branch, &self.teller));
        let label = say!(words, branches_shown, name = &shown);
        html! {
            <details class="menu forks-menu" ref={node.clone()}>
                <summary class="tb" aria-label={label}>{ icon(Glyph::Fork, "") }<span>{ shown }</span></summary>
                <ul class="forks">for row in rows { { row } }</ul>
            </details>
        }
    }
}

impl BranchPicker {
    /// A branch; `rename` takes its new name while that is asked for.
    fn row(
        &self,
        row: &Row<'_>,
        menu: &NodeRef,
        on_rename: Callback<MouseEvent>,
        rename: Option<Callback<SubmitEvent>>,
    ) -> Html {
        let (words, branch) = (self.teller.words, row.branch);
        let name = branch_name(branch, &self.teller);
        let current = (branch.id == self.current).then_some("true");
        let choose = {
            let (handle, menu, id) = (self.handle.clone(), menu.clone(), branch.id);
            Callback::from(move |_| {
                dom::close_details(&menu);
                handle.ask(Request::SelectBranch(id));
            })
        };
        let delete = {
            let (handle, menu, id) = (self.handle.clone(), menu.clone(), branch.id);
            Callback::from(move |_| {
                // The row goes, and must not take the focus along.
                dom::focus_within(&menu, "summary");
                handle.ask(Request::DeleteBranch(id));
            })
        };
        let tool = |glyph, label: String, onclick| {
            html! {
                <button class="tb" type="button" title={label.clone()} aria-label={label} {onclick}>
                    { icon(glyph, "") }
                </button>
            }
        };
        html! {
            <li key={branch.id.0} style={format!("--depth:{}", row.depth)} aria-current={current}>
                <button class="tb" type="button" onclick={choose}>
                    { icon(Glyph::Fork, "") }
                    <span><b>{ name.clone() }</b><small>{ self.facts(row) }</small></span>
                </button>
                if current.is_none() {
                    <a class="tb" href={format!("#/compare/@{}/@{}", self.current.0, branch.id.0)}>{ words.branch_compare() }</a>
                }
                if branch.parent.is_some() {
                    { tool(Glyph::Rename, say!(words, branch_rename, name = &name), on_rename) }
                    { tool(Glyph::Delete, say!(words, branch_delete, name = &name), delete) }
                }
                if let Some(onsubmit) = rename {
                    <form {onsubmit}>
                        <input class="field" aria-label={words.branch_name()} value={name} maxlength={NAME_LENGTH_MAX} />
                        <button class="btn pri">{ words.branch_name_keep() }</button>
                    </form>
                }
            </li>
        }
    }

    /// Where it left, how long it is, and how it ends.
    fn facts(&self, row: &Row<'_>) -> String {
        let (words, n) = (self.teller.words, row.own_steps());
        let last = row.branch.last_step.as_ref();
        let last = last.map_or_else(String::new, |last| self.teller.line(&last.step));
        match row.branch.parent {
            Some((_, step)) => say!(words, branch_facts, step = step, n = n, last = &last),
            None => say!(words, branch_main_facts, n = n, last = &last),
        }
    }
}

/// A branch's own name, else what began it.
pub(crate) fn branch_name(branch: &BranchView, teller: &Teller) -> String {
    match (&branch.name, &branch.first_step) {
        (Some(name), _) => name.clone(),
        (None, Some(first)) if branch.parent.is_some() => teller.line(&first.step),
        _ => teller.words.branch_main(),
    }
}
