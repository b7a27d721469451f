//! Names of folders and files.

use super::{expect, pair, run};
use serde_json::Value;
use tidemark_core::log::{FileName, FolderName, FolderStage};
use tidemark_tests::{number, text};

/// Stands for any unique id.
const UNIQUE_ID: u128 = 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef;

#[test]
fn names() {
    run("names", |id, _, steps| {
        for step in steps {
            match text(&step["op"]) {
                "parse_dir" => {
                    let found = match FolderName::parse(text(&step["name"])) {
                        Ok(name) => pair(name.topic, name.partition),
                        Err(_) => Value::from("error"),
                    };
                    expect(id, step, found);
                }
                "delete_dir_pattern" => {
                    let name = deleted(step);
                    assert_eq!(step["expect"], "foo-3\\.[0-9a-z]{32}-delete");
                    let unique_id = name
                        .strip_prefix("foo-3.")
                        .and_then(|name| name.strip_suffix("-delete"))
                        .unwrap();
                    assert_eq!(unique_id, "0123456789abcdef0123456789abcdef");
                }
                "delete_dir_length" => {
                    let name = deleted(step);
                    expect(id, step, name.len());
                    let parsed = FolderName::parse(&name).unwrap();
                    assert_eq!(parsed.stage, FolderStage::Delete);
                    assert_eq!(parsed.partition, 5);
                }
                "file_name" => {
                    let name = format!("0{}", text(&step["suffix"]));
                    let mut name = FileName::parse(&name).unwrap();
                    name.offset = number(&step["offset"]);
                    expect(id, step, name.to_string());
                    assert_eq!(FileName::parse(&name.to_string()), Some(name));
                }
                "offset_from_file" => {
                    let name = FileName::parse(text(&step["name"])).unwrap();
                    expect(id, step, name.offset);
                }
                op => panic!("{id}: {op}"),
            }
        }
    });
}

fn deleted(step: &Value) -> String {
    let name = FolderName {
        topic: text(&step["topic"]),
        partition: number(&step["partition"]),
        stage: FolderStage::Delete,
    };
    name.with_unique_id(UNIQUE_ID)
}
