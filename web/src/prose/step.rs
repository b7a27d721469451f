//! A step as a line of the event list, as the headline of Explain, and as its causes and consequences.

use super::Teller;
use crate::view::headline::{Headline, headline, others};
use crate::words::say;
use tidemark_core::event::Effect;
use tidemark_core::kafka::NO_OFFSET;
use tidemark_core::sim::event::{Step, Trigger};

/// More sentences than this about one step nobody reads.
const OTHERS_MAX: usize = 4;

impl Teller {
    /// The step in the event list.
    pub(crate) fn line(&self, step: &Step) -> String {
        let words = self.words;
        match headline(step) {
            Headline::Command(command) => {
                let refusal = step.effects.iter().find_map(|effect| match effect {
                    Effect::ActRefused { why } => Some(*why),
                    _ => None,
                });
                match refusal {
                    Some(why) => self.refused(command, why),
                    None => self.command(command),
                }
            }
            Headline::Effect(effect) => self.effect_line(effect),
            Headline::Message(head) => self.message_line(head),
            Headline::Lost(head) => say!(
                words,
                message_lost,
                name = &self.message_name(&head.kind),
                from = &self.node_short(head.from),
                to = &self.node_short(head.to)
            ),
            Headline::Timer(timer) => self.timer_line(timer),
        }
    }

    /// The one sentence about the step that is read first.
    pub(crate) fn headline(&self, step: &Step) -> String {
        let words = self.words;
        match headline(step) {
            Headline::Effect(effect) => self
                .effect_headline(effect)
                .unwrap_or_else(|| self.line(step)),
            Headline::Message(head) => say!(
                words,
                message_arrives_headline,
                name = &self.message_name(&head.kind),
                from = &self.node(head.from),
                to = &self.node(head.to)
            ),
            Headline::Lost(head) => say!(
                words,
                message_lost_headline,
                name = &self.message_name(&head.kind),
                from = &self.node(head.from),
                to = &self.node(head.to)
            ),
            Headline::Command(_) | Headline::Timer(_) => self.line(step),
        }
    }

    /// What else happened in the step, a sentence each.
    pub(crate) fn also(&self, step: &Step) -> Vec<String> {
        let others = others(step, headline(step));
        others
            .into_iter()
            // The headline says it.
            .filter(|effect| !matches!(effect, Effect::ActRefused { .. }))
            .take(OTHERS_MAX)
            .map(|effect| self.sentence(effect))
            .collect()
    }

    /// What began the step, in a few words: for the chain of causes.
    pub(crate) fn trigger(&self, step: &Step) -> String {
        match &step.trigger {
            Trigger::Command(command) => self.command(command),
            Trigger::Message(head) | Trigger::MessageLost(head) => self.message_name(&head.kind),
            Trigger::Timer(timer) => self.timer_name(timer),
        }
    }

    fn sentence(&self, effect: &Effect) -> String {
        let words = self.words;
        match effect {
            Effect::RemoteLogEndOffset {
                leader,
                follower,
                from,
                to,
                ..
            } if *from == NO_OFFSET => {
                say!(
                    words,
                    and_leo_first,
                    leader = *leader,
                    follower = *follower,
                    to = *to
                )
            }
            Effect::RemoteLogEndOffset {
                leader,
                follower,
                from,
                to,
                ..
            } => {
                say!(
                    words,
                    and_leo,
                    leader = *leader,
                    follower = *follower,
                    from = *from,
                    to = *to
                )
            }
            other => self
                .effect_headline(other)
                .unwrap_or_else(|| say!(words, sentence, line = &self.effect_line(other))),
        }
    }
}
