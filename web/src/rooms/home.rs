//! The first screen: what this is, one thing to do, four questions, and a place for one's own.

mod hero;
mod own;

use crate::component::part;
use crate::parts::{Glyph, icon};
use crate::route::Route;
use crate::scenarios::{self, FIRST};
use crate::state::{Handle, Page};
use crate::words::say;
use hero::hero;
use own::Own;
use yew::{Callback, Html, html};

/// Steps and minutes of the first scenario, as its button promises.
const FIRST_MINUTES: u32 = 3;

/// The room.
pub(crate) fn home(page: &Page) -> Html {
    let (words, handle) = (page.words, &page.handle);
    let go_back = {
        let handle = handle.clone();
        Callback::from(move |_| handle.go_back())
    };
    let questions = [
        ("S01", words.home_question_leo()),
        ("S08", words.home_question_lost()),
        ("S10", words.home_question_diverged()),
        ("S17", words.home_question_min_isr()),
    ];
    let questions = questions.into_iter().map(|(id, question)| {
        html! {
            <li key={id}>
                <a href={Route::Cluster.href()} onclick={handle.opening(id)}>
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
                        <a class="btn pri big" href={Route::Cluster.href()} onclick={handle.opening(FIRST)}>
                            { icon(Glyph::Play, "") }{ words.home_start() }
                        </a>
                        <span class="sub">{ say!(words, home_start_length, minutes = FIRST_MINUTES) }</span>
                    </div>
                </div>
                { hero(words) }
            </div>
            <div class="two">
                <section>
                    <h2>{ words.home_question() }</h2>
                    <ul class="questions">for question in questions { { question } }</ul>
                    <div class="row">
                        <a href={Route::Learn.href()}>
                            { say!(words, home_all_scenarios, n = scenarios::all().len()) }
                        </a>
                        if Handle::before().is_some() {
                            <button class="link" type="button" onclick={go_back}>{ words.link_back() }</button>
                        }
                    </div>
                </section>
                { part(Own { page: page.clone() }) }
            </div>
        </main>
    }
}
