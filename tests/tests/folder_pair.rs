//! Two folders of one partition, side by side: where they part, and what each rule would cut.

use tidemark_core::disk::File;
use tidemark_core::files::{Desk, NamedFile, NotOpened, Report, Survey};
use tidemark_core::inspect::{Cut, CutRule};
use tidemark_tests::golden_folders;

/// Golden log B twice; the right one changed by `change`, and a checkpoint of the right one's log dir.
fn desk(change: impl Fn(&str, &mut Vec<u8>), checkpoint: Option<&str>) -> Desk<File> {
    let folders = golden_folders();
    let (_, golden) = folders.iter().find(|(name, _)| name == "B").unwrap();
    let mut files = Vec::new();
    for side in ["left", "right"] {
        for (name, bytes) in golden {
            let mut bytes = bytes.clone();
            if side == "right" {
                change(name, &mut bytes);
            }
            files.push(NamedFile {
                path: format!("{side}/b-0/{name}"),
                file: file(&bytes),
            });
        }
    }
    if let Some(text) = checkpoint {
        files.push(NamedFile {
            path: "right/replication-offset-checkpoint".to_owned(),
            file: file(text.as_bytes()),
        });
    }
    let mut survey = Survey::new(files, None);
    while survey.step() {}
    let (report, files) = survey.finish();
    Desk::new(report, files)
}

fn file(bytes: &[u8]) -> File {
    let mut file = File::new();
    file.append(bytes);
    file
}

fn pair(report: &Report) -> [u32; 2] {
    let logs = report.folders.iter().enumerate();
    let logs = logs.filter(|(_, folder)| folder.partition.is_some());
    let numbers: Vec<u32> = logs
        .map(|(number, _)| u32::try_from(number).unwrap())
        .collect();
    numbers.try_into().unwrap()
}

/// An unclean leader's batches from offset 17 on.
fn unclean(name: &str, bytes: &mut Vec<u8>) {
    match name {
        "00000000000000000017.log" => bytes[15] = 2,
        "leader-epoch-checkpoint" => *bytes = b"0\n3\n0 0\n1 12\n2 17\n".to_vec(),
        _ => {}
    }
}

fn short(cuts: &[Cut]) -> Vec<(CutRule, i64, i64, Option<i64>)> {
    let cuts = cuts.iter();
    cuts.map(|cut| {
        (
            cut.rule,
            cut.truncate_to,
            cut.committed_cut,
            cut.diverging_kept,
        )
    })
    .collect()
}

#[test]
fn equal_folders_do_not_part() {
    let desk = desk(|_, _| {}, None);
    let found = desk.compare(pair(&desk.report), None).unwrap();
    assert_eq!(found.divergence, None);
    assert_eq!(found.sides[0].epochs.len(), 2);
    assert!(found.sides[0].is_assumed);
}

#[test]
fn an_unclean_leaders_log_parts_where_its_epoch_begins_and_only_epochs_find_that() {
    let desk = desk(unclean, Some("0\n1\nb 0 20\n"));
    let found = desk.compare(pair(&desk.report), None).unwrap();
    let divergence = found.divergence.unwrap();
    assert_eq!(divergence.offset, 17);
    assert_eq!(divergence.left.map(|mark| mark.leader_epoch), Some(1));
    assert_eq!(divergence.right.map(|mark| mark.leader_epoch), Some(2));
    // The right one follows; its checkpoint says 20.
    assert_eq!(
        (found.sides[1].high_watermark, found.sides[1].is_assumed),
        (20, false)
    );
    // Its epoch is newer than all that the left one knows: no answer of that one's leads anywhere.
    let at_20 = |rule| (rule, 20, 0, Some(3));
    assert_eq!(
        short(&found.cuts[0]),
        [
            CutRule::HighWatermark,
            CutRule::EpochEnd,
            CutRule::EpochByEpoch
        ]
        .map(at_20)
    );
    let found = desk.compare(pair(&desk.report), Some(20)).unwrap();
    assert_eq!(
        short(&found.cuts[1]),
        [
            at_20(CutRule::HighWatermark),
            (CutRule::EpochEnd, 17, 3, Some(0)),
            (CutRule::EpochByEpoch, 17, 3, Some(0)),
        ]
    );
}

#[test]
fn a_folder_without_a_log_is_not_compared() {
    let desk = desk(|_, _| {}, None);
    assert_eq!(desk.compare([0, 99], None), Err(NotOpened::NoLog));
}
