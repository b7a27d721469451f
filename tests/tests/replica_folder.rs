//! The folders of simulated replicas: each is a log dir in which nothing is wrong, and which says what the run says.

use tidemark_core::files::{Contents, NamedFile, Survey};
use tidemark_core::inspect::Severity;
use tidemark_core::scenario::catalogue;
use tidemark_core::session::Session;
use tidemark_core::session::request::{Move, Request};
use tidemark_core::study::{Ask, Study, Told, folder};
use tidemark_tests::load::frame;

fn ask(session: &Session, of: folder::Ask) -> Option<folder::Folder> {
    match Study::new().ask(session, Ask::Folder(of)) {
        Told::Folder(folder) => folder.map(|folder| *folder),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_replica_of_every_scenario_has_a_sound_folder() {
    let mut replicas = 0;
    let mut wrong = Vec::new();
    for entry in catalogue() {
        let mut session = Session::new();
        let text = entry.text.to_owned();
        frame(&mut session, Request::Open { text, at: None });
        for _ in 0..6 {
            frame(&mut session, Request::Move(Move::Forward));
        }
        let frame = frame(&mut session, Request::Move(Move::Forward));
        let partition = &frame.partition;
        for lane in &partition.lanes {
            let of = folder::Ask {
                broker: lane.broker,
                topic: partition.topic.clone(),
                partition: partition.number,
            };
            let folder = ask(&session, of.clone()).unwrap();
            assert_eq!(folder.of, of);
            assert_eq!(folder.position.1, frame.position.step);
            let files = folder.files.iter().map(|(path, file)| NamedFile {
                path: path.clone(),
                file: file.as_slice(),
            });
            let mut survey = Survey::new(files.collect(), None);
            while survey.step() {}
            let (report, _) = survey.finish();
            let [log_dir, found] = &report.folders[..] else {
                panic!("{:?}", report.folders);
            };
            assert_eq!(log_dir.path, format!("broker-{}", lane.broker));
            assert_eq!(log_dir.files.len(), 4);
            let name = format!("{}/{}-{}", log_dir.path, of.topic, of.partition);
            assert_eq!(found.path, name, "{}", entry.id);
            for fault in found.between.list() {
                wrong.push(format!("{} broker {}: {fault}", entry.id, lane.broker));
            }
            for file in log_dir.files.iter().chain(&found.files) {
                let found = file.findings.list().iter();
                for fault in found.filter(|found| found.problem.severity() == Severity::Wrong) {
                    wrong.push(format!("{} broker {}: {fault}", entry.id, lane.broker));
                }
                assert!(
                    !matches!(file.contents, Contents::Other(_)),
                    "{}",
                    file.name
                );
            }
            assert_eq!(found.log_end_offset(), Some(lane.log_end_offset));
            assert_eq!(found.high_watermark, Some(lane.high_watermark));
            replicas += 1;
        }
    }
    assert!(replicas > 60, "{replicas}");
    // The hole that KIP-279 closed: a log in which epochs go back, and whose cache was cut to nothing.
    assert_eq!(
        wrong,
        [
            "S12 broker 1: byte 210: leader epoch 0 after 1",
            "S12 broker 1: byte 0: no epoch at offset 2, the log has 1",
        ]
    );
}

#[test]
fn a_replica_that_is_not_there_has_no_folder() {
    let mut session = Session::new();
    let of = folder::Ask {
        broker: 0,
        topic: "first".to_owned(),
        partition: 0,
    };
    let told = Study::new().ask(&session, Ask::Folder(of.clone()));
    assert_eq!(told, Told::NothingOpen);
    let text = catalogue()[0].text.to_owned();
    let topic = frame(&mut session, Request::Open { text, at: None })
        .partition
        .topic;
    let there = folder::Ask { topic, ..of };
    assert!(ask(&session, there.clone()).is_some());
    for nowhere in [
        folder::Ask {
            broker: 99,
            ..there.clone()
        },
        folder::Ask {
            partition: 99,
            ..there.clone()
        },
        folder::Ask {
            partition: -1,
            ..there.clone()
        },
        folder::Ask {
            topic: "nowhere".to_owned(),
            ..there
        },
    ] {
        assert_eq!(ask(&session, nowhere), None);
    }
}
