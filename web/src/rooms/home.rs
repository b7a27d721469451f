//! The first screen: what this is, one thing to do, four questions, and a place for one's own.

mod hero;
mod own;

use crate::parts::{Glyph, Icon};
use crate::route::Route;
use crate::scenarios::{self, FIRST};
use crate::state::{Handle, use_handle, use_words};
use crate::words::say;
use hero::Hero;
use own::Own;
use yew::{Callback, Html, MouseEvent, component, html};

/// Steps and minutes of the first scenario, as its button promises.
const FIRST_MINUTES: u32 = 3;

/// The room.
#[component]
pub(crate) fn Home() -> Html {
    let words = use_words();
    let handle = use_handle();
    let questions = [
        ("S01", words.home_question_leo()),
        ("S08", words.home_question_lost()),
        ("S10", words.home_question_diverged()),
        ("S17", words.home_question_min_isr()),
    ];
    let questions = questions.into_iter().map(|(id, question)| {
        html! {
            <li key={id}>
                <a href={Route::Cluster.href()} onclick={open(&handle, id)}>
                    <span>{ question }</span><span>{ words.room_cluster() }</span>
                </a>
            </li>
        }
    });
    html! {
        <main class="home" id="stage" tabindex="-1">
            <div class="hero">
                <div>
                    <h1><span>{ words.home_title_see() }</span>{ " " }<span>{ words.home_title_break() }</span></h1>
                    <p class="lead">{ words.home_lead() }</p>
                    <div class="go">
                        <a class="btn pri big" href={Route::Cluster.href()} onclick={open(&handle, FIRST)}>
                            <Icon glyph={Glyph::Play} />{ words.home_start() }
                        </a>
                        <span class="sub">{ say!(words, home_start_length, minutes = FIRST_MINUTES) }</span>
                    </div>
                </div>
                <Hero />
            </div>
            <div class="two">
                <section>
                    <h2>{ words.home_question() }</h2>
                    <ul class="questions">for question in questions { { question } }</ul>
                    <div class="row">
                        <a href={Route::Learn.href()}>
                            { say!(words, home_all_scenarios, n = scenarios::all().len()) }
                        </a>
                    </div>
                </section>
                <Own />
            </div>
        </main>
    }
}

/// Opens a scenario; the link itself goes to its room.
fn open(handle: &Handle, id: &'static str) -> Callback<MouseEvent> {
    let handle = handle.clone();
    Callback::from(move |_| handle.open_scenario(id))
}
