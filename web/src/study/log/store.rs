//! What is known of the reader's own files. It outlives the room: a survey goes on while another room is shown.

use super::io::Io;
use super::settings::Settings;
use super::steps::{Place, steps};
use super::view;
use crate::component::Given;
use crate::platform::day;
use crate::platform::files;
use crate::platform::later::NotLoaded;
use crate::platform::own_files::{self, Heard, OwnFiles, Source};
use crate::route::Route;
use std::cell::RefCell;
use tidemark_core::disk::File;
use tidemark_core::files::{
    Ask, CleanAsk, CleanRefused, Cleaning, FolderReport, Lookup, NamedFile, NotOpened, Replicas,
    Report, Shown, TimeLookup, TimeStep, Told,
};
use tidemark_core::kafka::Timestamp;
use tidemark_core::log::CleanupPolicy;
use tidemark_core::study::folder::Folder;
use yew::Callback;

const MINUTE_MS: i64 = 60_000;

/// What is known.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Desk {
    /// The folder as the run gave it, if it is a simulated replica's.
    pub(super) replica: Option<Given<Folder>>,
    /// The files were made here, and can be taken away.
    pub(super) is_made: bool,
    /// How far the survey is: bytes of bytes.
    pub(super) progress: Option<(f64, f64)>,
    /// Why there is nothing, in the browser's words.
    pub(super) failed: Option<String>,
    /// What the survey came to.
    pub(super) report: Option<Given<Report>>,
    /// The folder shown.
    pub(super) folder: usize,
    /// The settings that it is looked at with.
    pub(super) settings: Settings,
    /// What the way of the bytes is looked at with.
    pub(super) io: Io,
    /// What the cleaner would do with the folder.
    pub(super) cleaning: Option<Given<Result<Cleaning, CleanRefused>>>,
    /// The folder that is held against the one shown, if one was chosen.
    pub(super) beside: Option<usize>,
    /// What came of holding them against each other.
    pub(super) pair: Option<Given<Result<Replicas, NotOpened>>>,
    /// How many records of the round are gone through; all, as long as nobody goes through them.
    pub(super) cleaned: Option<usize>,
    /// These files are what a round has left, and those before it are still at hand.
    pub(super) is_after_round: bool,
    /// The last search, through one segment or more.
    pub(super) found: Option<Given<Vec<Lookup>>>,
    /// The search of a time, if that was the last one.
    pub(super) found_time: Option<Given<Result<TimeLookup, NotOpened>>>,
    /// The offset that was searched last.
    pub(super) target: Option<i64>,
    /// The step of the search that is shown.
    pub(super) step: usize,
    /// The place in a file that is shown.
    pub(super) shown: Option<Given<Shown>>,
    /// The field of the batch there that is pointed at.
    pub(super) field: Option<usize>,
}

#[derive(Default)]
struct Store {
    desk: Desk,
    files: Option<OwnFiles>,
    /// Where the files come from, and those before a round of the cleaner.
    source: Option<Source>,
    before: Vec<Source>,
    listener: Option<Callback<()>>,
}

thread_local! {
    static STORE: RefCell<Store> = RefCell::default();
}

/// As long as this is there, a listener is told of every change.
pub(super) struct Listening;

impl Drop for Listening {
    fn drop(&mut self) {
        STORE.with_borrow_mut(|store| store.listener = None);
    }
}

/// Tells `listener` of every change.
pub(super) fn listen(listener: Callback<()>) -> Listening {
    STORE.with_borrow_mut(|store| store.listener = Some(listener));
    Listening
}

/// What is known now.
pub(super) fn desk() -> Desk {
    STORE.with_borrow(|store| store.desk.clone())
}

/// Has files read, in the place of those that were there; the address names no replica any more.
pub(super) fn open(source: &Source) {
    view::Place::now().leave_replica();
    open_as(source, None, false);
}

/// Opens files that the core has made for those who have none, in the view that is shown.
pub(super) fn open_example(files: &[NamedFile<File>], policy: CleanupPolicy) {
    let whole = |file: &File| file.read_at(0, usize::MAX).into_owned();
    let files: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|named| (named.path.clone(), whole(&named.file)))
        .collect();
    // Fails only for a sequence of unknown length, and there is none.
    let bytes = postcard::to_allocvec(&files).unwrap_or_default();
    view::Place::now().leave_replica();
    open_as(&own_files::made(&bytes), None, true);
    set(|settings| settings.log.cleanup_policy = policy);
}

/// Has a replica's files read, unless they are those that were read last.
pub(super) fn open_replica(folder: &Folder) {
    if desk().replica.as_deref() == Some(folder) {
        return;
    }
    // Fails only for a sequence of unknown length, and there is none.
    let files = postcard::to_allocvec(&folder.files).unwrap_or_default();
    let replica = Some(Given::new(folder.clone()));
    open_as(&own_files::made(&files), replica, true);
}

/// Puts a replica's files away; others stay.
pub(super) fn leave_run() {
    if desk().replica.is_some() {
        clear();
    }
}

/// Has all files sent in a .zip, which is saved when it comes.
pub(super) fn ask_for_zip() {
    STORE.with_borrow(|store| {
        if let Some(files) = &store.files {
            files.ask_for_zip();
        }
    });
}

fn open_as(source: &Source, replica: Option<Given<Folder>>, is_made: bool) {
    change(|store| {
        store.before.clear();
        store.read(source, replica, is_made);
    });
}

/// Asks what the cleaner would do with the folder shown.
pub(super) fn ask_for_cleaning(ask: CleanAsk) {
    change(|store| store.ask(&Ask::Clean(ask)));
}

/// Holds another folder against the one shown.
pub(super) fn choose_beside(folder: usize) {
    change(|store| store.desk.beside = Some(folder));
}

/// Asks where two folders part.
pub(super) fn ask_for_pair(folders: [u32; 2], high_watermark: Option<i64>) {
    change(|store| {
        store.desk.pair = None;
        store.ask(&Ask::Replicas {
            folders,
            high_watermark,
        });
    });
}

/// Has a round of the cleaner run, and shows what it leaves.
pub(super) fn run_round(ask: CleanAsk) {
    change(|store| store.ask(&Ask::CleanedFiles(ask)));
}

/// Shows the files as they were before the last round.
pub(super) fn undo_round() {
    change(|store| {
        if let Some(before) = store.before.pop() {
            let (replica, is_made) = (store.desk.replica.clone(), store.desk.is_made);
            store.read(&before, replica, is_made);
        }
    });
}

/// Goes to a record of the round: so many are gone through.
pub(super) fn clean_to(records: usize) {
    change(|store| store.desk.cleaned = Some(records));
}

/// Puts the files away; if they are still being read, that ends.
pub(super) fn close() {
    Route::Log.go();
    clear();
}

fn clear() {
    change(|store| {
        store.files = None;
        store.source = None;
        store.before.clear();
        store.desk = store.desk.put_away();
    });
}

/// Shows another folder, from the first byte of its first segment on.
pub(super) fn choose_folder(folder: usize) {
    change(|store| {
        store.desk = Desk {
            report: store.desk.report.clone(),
            is_after_round: store.desk.is_after_round,
            replica: store.desk.replica.clone(),
            is_made: store.desk.is_made,
            folder,
            ..store.desk.put_away()
        };
    });
    show_first();
}

/// Searches an offset.
pub(super) fn find(target: i64) {
    change(|store| {
        store.desk.target = Some(target);
        store.desk.found_time = None;
        let folder = u32::try_from(store.desk.folder).unwrap_or(u32::MAX);
        store.ask(&Ask::Find { folder, target });
    });
}

/// Searches a time.
pub(super) fn find_time(target: i64) {
    change(|store| {
        let folder = u32::try_from(store.desk.folder).unwrap_or(u32::MAX);
        let high_watermark = store.desk.settings.high_watermark;
        store.ask(&Ask::FindTime {
            folder,
            target,
            high_watermark,
        });
    });
}

/// Shows a place in a file.
pub(super) fn show(file: u32, position: u64) {
    change(|store| {
        store.desk.field = None;
        store.ask(&Ask::Batch { file, position });
    });
}

/// Shows another step of the search, and the batch that it reads.
pub(super) fn step_to(step: usize) {
    let reads = change(|store| {
        if let Some(Ok(found)) = store.desk.found_time.as_deref() {
            let found = found.clone();
            store.desk.step = step.min(found.steps.len());
            return store.read_at(&found);
        }
        let searches = store.desk.found.clone()?;
        let all = steps(&searches);
        let step = step.min(all.len().saturating_sub(1));
        store.desk.step = step;
        let Place::Scan { search, batch } = all.get(step)?.place else {
            return None;
        };
        let search = searches.get(search)?;
        let batch = search.scanned.get(batch)?;
        Some((store.file_of(search.base_offset)?, batch.position))
    });
    if let Some((file, position)) = reads {
        show(file, position);
    }
}

/// Points at a field.
pub(super) fn point_at(field: Option<usize>) {
    change(|store| store.desk.field = field);
}

/// Changes settings.
pub(super) fn set(set: impl FnOnce(&mut Settings)) {
    change(|store| set(&mut store.desk.settings));
}

/// Changes what the way of the bytes is looked at with.
pub(super) fn set_io(set: impl FnOnce(&mut Io)) {
    change(|store| set(&mut store.desk.io));
}

fn hear(heard: Heard) {
    let is_report = matches!(heard, Heard::Report(_));
    let told_found = change(|store| {
        match heard {
            Heard::Progress(done, total) => store.desk.progress = Some((done, total)),
            Heard::Failed(words) => {
                store.files = None;
                store.desk = Desk {
                    failed: Some(words),
                    ..store.desk.put_away()
                };
            }
            Heard::Report(bytes) => {
                store.desk.progress = None;
                store.desk.report = postcard::from_bytes(&bytes).ok().map(Given::new);
                store.desk.folder = store.first_partition();
                let folder = store.desk.report.as_ref();
                let folder = folder.and_then(|report| report.folders.get(store.desk.folder));
                // Only a compacted log has such a checkpoint.
                if folder.is_some_and(|folder| folder.cleaner_checkpoint.is_some())
                    && !store.desk.settings.log.cleanup_policy.compacts()
                {
                    store.desk.settings.log.cleanup_policy = CleanupPolicy::Compact;
                }
            }
            Heard::Told(bytes) => match postcard::from_bytes(&bytes) {
                Ok(Told::Found(found)) => {
                    store.desk.found = Some(Given::new(found));
                    return true;
                }
                Ok(Told::Batch(shown)) => store.desk.shown = Some(Given::new(shown)),
                Ok(Told::FoundTime(found)) => {
                    store.desk.found = None;
                    store.desk.found_time = Some(Given::new(found));
                    return true;
                }
                Ok(Told::Replicas(pair)) => {
                    store.desk.pair = Some(Given::new(pair.map(|pair| *pair)))
                }
                Ok(Told::Cleaning(cleaning)) => store.desk.cleaning = Some(Given::new(cleaning)),
                Ok(Told::CleanedFiles(Ok(files))) => {
                    // As above.
                    let bytes = postcard::to_allocvec(&files).unwrap_or_default();
                    store.before.extend(store.source.clone());
                    let replica = store.desk.replica.clone();
                    store.read(&own_files::made(&bytes), replica, true);
                }
                Ok(Told::CleanedFiles(Err(refused))) => {
                    store.desk.cleaning = Some(Given::new(Err(refused)));
                }
                Err(_) => {}
            },
            Heard::Zip(bytes) => files::save("kafka-logs.zip", "application/zip", &bytes),
        }
        false
    });
    if is_report {
        show_first();
    }
    if told_found {
        step_to(usize::MAX);
    }
}

/// Shows the first batch of the folder.
fn show_first() {
    let first = STORE.with_borrow(|store| {
        let report = store.desk.report.as_ref()?;
        let folder = report.folders.get(store.desk.folder)?;
        let (_, file, _) = folder.segments().next()?;
        Some(file.number)
    });
    if let Some(file) = first {
        show(file, 0);
    }
}

/// Changes what is known, and says so.
fn change<T>(change: impl FnOnce(&mut Store) -> T) -> T {
    let (result, listener) = STORE.with_borrow_mut(|store| {
        let result = change(store);
        (result, store.listener.clone())
    });
    if let Some(listener) = listener {
        listener.emit(());
    }
    result
}

impl Desk {
    /// What time it is, as long as nobody says: the present to the minute, so that it does not change with each drawing;
    /// for files that were made here the time of their last record.
    pub(super) fn start_ms(&self, folder: &FolderReport) -> Timestamp {
        match folder.max_timestamp() {
            Some(last) if self.is_made => last,
            _ => day::now_ms() / MINUTE_MS * MINUTE_MS,
        }
    }

    /// What is left when the files go: settings hold for other files, too, but not what was said of these.
    fn put_away(&self) -> Self {
        Self {
            settings: Settings {
                high_watermark: None,
                cleaner_checkpoint: None,
                now_ms: None,
                ..self.settings.clone()
            },
            io: self.io.clone(),
            ..Self::default()
        }
    }
}

impl Store {
    /// The batch that the present step of the search of a time reads: its file and position.
    fn read_at(&self, found: &TimeLookup) -> Option<(u32, u64)> {
        let done = found.steps.get(..=self.desk.step).unwrap_or(&found.steps);
        let base_offset = done.iter().rev().find_map(|step| match step {
            TimeStep::Segment { base_offset, .. } => Some(*base_offset),
            _ => None,
        });
        match done.last()? {
            TimeStep::Batch { position, .. } => Some((self.file_of(base_offset?)?, *position)),
            _ => None,
        }
    }

    /// Has files read, in the place of those that were there.
    fn read(&mut self, source: &Source, replica: Option<Given<Folder>>, is_made: bool) {
        self.files = OwnFiles::read(source, Callback::from(hear));
        self.source = Some(source.clone());
        let is_read = self.files.is_some();
        self.desk = Desk {
            is_made,
            is_after_round: !self.before.is_empty(),
            replica,
            progress: is_read.then_some((0., 0.)),
            failed: (!is_read).then(|| NotLoaded.to_string()),
            ..self.desk.put_away()
        };
    }

    fn ask(&self, ask: &Ask) {
        if let Some(files) = &self.files {
            // Fails only for a sequence of unknown length, and there is none.
            files.ask(&postcard::to_allocvec(ask).unwrap_or_default());
        }
    }

    /// The first folder that has a log, else the first.
    fn first_partition(&self) -> usize {
        let folders = self.desk.report.iter().flat_map(|report| &report.folders);
        let mut folders = folders.enumerate();
        let found = folders.find(|(_, folder)| folder.segments().next().is_some());
        found.map_or(0, |(number, _)| number)
    }

    /// The `.log` with this base offset in the folder shown.
    fn file_of(&self, base_offset: i64) -> Option<u32> {
        let folder = self.desk.report.as_ref()?.folders.get(self.desk.folder)?;
        let mut segments = folder.segments();
        let found = segments.find(|(base, _, _)| *base == base_offset);
        found.map(|(_, file, _)| file.number)
    }
}
