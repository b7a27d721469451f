//! Two replicas' folders of one partition: where they part, and what each rule of truncation would cut.

use super::by_time::not_opened;
use super::store::{self, Desk};
use super::{head, view};
use crate::platform::dom;
use crate::words::{Words, say};
use tidemark_core::files::{FolderReport, NotOpened, ReplicaSide, Replicas, Report};
use tidemark_core::inspect::{BatchMark, Cut, CutRule};
use yew::{Callback, Event, Html, html};

/// The other folders of the same partition, by their numbers.
pub(super) fn others(report: &Report, folder: usize) -> Vec<usize> {
    let Some(own) = report.folders.get(folder) else {
        return Vec::new();
    };
    let is_other = |(number, other): &(usize, &FolderReport)| {
        *number != folder && other.segments().next().is_some() && other.partition == own.partition
    };
    let folders = report.folders.iter().enumerate();
    folders.filter(is_other).map(|(number, _)| number).collect()
}

/// The two that are held against each other: the one shown, and the one chosen beside it.
pub(super) fn chosen(desk: &Desk) -> Option<[u32; 2]> {
    let others = others(desk.report.as_deref()?, desk.folder);
    let other = desk.beside.filter(|other| others.contains(other));
    let other = other.or(others.first().copied())?;
    let number = |folder| u32::try_from(folder).ok();
    Some([number(desk.folder)?, number(other)?])
}

/// The view.
pub(super) fn view(desk: &Desk, folder: &FolderReport, ways: &view::Place, words: Words) -> Html {
    let compared = desk.pair.as_deref().filter(|_| chosen(desk).is_some());
    let content = match compared {
        Some(Ok(pair)) => pair_view(desk, pair, words),
        Some(Err(why)) => html! { <p class="bad" role="alert">{ not_opened(*why, words) }</p> },
        None if chosen(desk).is_none() => html! { <p class="sub">{ words.pair_none() }</p> },
        None => html! { <p class="sub" role="status">{ words.pair_asking() }</p> },
    };
    html! {
        <>
            <main class="stage logroom pair" id="stage" tabindex="-1">
                { head::head(desk, folder, words) }
                { view::ways(ways, words) }
                { choice(desk, words) }
                { content }
            </main>
            <aside class="side">
                <section id="explain" class="explain" aria-label={words.log_explained()} tabindex="0">
                    <div class="cap">{ words.log_view_pair() }</div>
                    <h2>{ headline(compared, words) }</h2>
                    <p>{ words.pair_what() }</p>
                    <dl class="why"><dt>{ words.log_rule() }</dt><dd>{ words.pair_rule() }</dd></dl>
                </section>
            </aside>
        </>
    }
}

fn headline(compared: Option<&Result<Replicas, NotOpened>>, words: Words) -> String {
    match compared {
        Some(Ok(Replicas {
            divergence: Some(found),
            ..
        })) => match (found.left, found.right) {
            (Some(_), Some(_)) => say!(words, pair_h_parts, offset = found.offset),
            _ => say!(words, pair_h_ends, offset = found.offset),
        },
        Some(Ok(_)) => words.pair_h_same(),
        Some(Err(_)) | None => words.pair_title(),
    }
}

fn name(desk: &Desk, folder: usize, words: Words) -> String {
    let folder = desk
        .report
        .as_ref()
        .and_then(|report| report.folders.get(folder));
    folder.map_or_else(String::new, |folder| {
        if folder.path.is_empty() {
            head::name(folder, words)
        } else {
            folder.path.clone()
        }
    })
}

/// Which other folder it is held against, if there are more.
fn choice(desk: &Desk, words: Words) -> Html {
    let (Some(report), Some([_, beside])) = (desk.report.as_deref(), chosen(desk)) else {
        return Html::default();
    };
    let options = others(report, desk.folder).into_iter().map(|number| {
        let selected = u32::try_from(number) == Ok(beside);
        html! { <option key={number} value={number.to_string()} {selected}>{ name(desk, number, words) }</option> }
    });
    let onchange = Callback::from(|event: Event| {
        if let Ok(number) = dom::value(event.target()).parse() {
            store::choose_beside(number);
        }
    });
    html! {
        <p class="settings">
            <label class="setting"><span>{ words.pair_beside() }</span><select {onchange}>{ for options }</select></label>
        </p>
    }
}

fn pair_view(desk: &Desk, pair: &Replicas, words: Words) -> Html {
    let [left, right] = &pair.sides;
    html! {
        <>
            <div class="panels">
                { side(desk, left, pair.divergence.map(|found| found.left), words) }
                { side(desk, right, pair.divergence.map(|found| found.right), words) }
            </div>
            if pair.divergence.is_some() {
                <div class="panels">
                    { cuts(desk, left, right, &pair.cuts[0], words) }
                    { cuts(desk, right, left, &pair.cuts[1], words) }
                </div>
            }
        </>
    }
}

fn side(desk: &Desk, side: &ReplicaSide, batch: Option<Option<BatchMark>>, words: Words) -> Html {
    let epochs: Vec<String> = side
        .epochs
        .iter()
        .map(|start| {
            say!(
                words,
                pair_epoch,
                epoch = start.leader_epoch,
                offset = start.start_offset
            )
        })
        .collect();
    let title = name(desk, side.folder as usize, words);
    let assumed = if side.is_assumed {
        words.pair_assumed()
    } else {
        String::new()
    };
    let batch = batch.map(|batch| match batch {
        Some(batch) => say!(
            words,
            pair_batch,
            offsets = &super::lookup::offsets(batch.first_offset, batch.last_offset),
            epoch = batch.leader_epoch,
            crc = &format!("{:08x}", batch.crc),
            position = batch.position
        ),
        None => words.pair_ends(),
    });
    html! {
        <section aria-label={title.clone()}>
            <div class="sec"><h2>{ title }</h2></div>
            <dl class="why">
                <dt>{ "LEO" }</dt><dd class="m">{ side.log_end_offset }</dd>
                <dt>{ "HW" }</dt><dd><span class="m">{ side.high_watermark }</span>{ " " }{ assumed }</dd>
                <dt>{ words.pair_epochs() }</dt><dd>{ epochs.join(", ") }</dd>
                if let Some(batch) = batch { <dt>{ words.pair_there() }</dt><dd class="bad">{ batch }</dd> }
            </dl>
        </section>
    }
}

fn cuts(
    desk: &Desk,
    leader: &ReplicaSide,
    follower: &ReplicaSide,
    cuts: &[Cut; 3],
    words: Words,
) -> Html {
    let title = say!(
        words,
        pair_leads,
        leader = &name(desk, leader.folder as usize, words),
        follower = &name(desk, follower.folder as usize, words)
    );
    let rows = cuts.iter().map(|cut| {
        let rule = match cut.rule {
            CutRule::HighWatermark => words.pair_rule_hw(),
            CutRule::EpochEnd => words.pair_rule_epoch(),
            CutRule::EpochByEpoch => words.pair_rule_epochs(),
        };
        let kept = cut.diverging_kept.unwrap_or(0);
        let marked = |count: i64| (count > 0).then_some("bad");
        html! {
            <tr key={rule.clone()}>
                <td>{ rule }</td>
                <td>{ cut.truncate_to }</td>
                <td>{ cut.offsets_cut }</td>
                <td class={marked(cut.committed_cut)}>{ cut.committed_cut }</td>
                <td class={marked(kept)}>{ kept }</td>
            </tr>
        }
    });
    html! {
        <section aria-label={title.clone()}>
            <div class="sec"><h2>{ title }</h2></div>
            <div class="lw" tabindex="0"><table class="lk cuts">
                <thead><tr>
                    <td></td>
                    <th>{ words.pair_cut_to() }</th>
                    <th>{ words.pair_cut() }</th>
                    <th>{ words.pair_committed() }</th>
                    <th>{ words.pair_kept() }</th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table></div>
        </section>
    }
}
