//! A folder: files by name, in the order of their names, without folders inside.

use super::File;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// Why a folder refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectoryError {
    /// A file of this name is there already.
    AlreadyExists,
    /// No file of this name is there.
    NotFound,
}

/// Named files. A clone shares the list of names until one of both changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directory {
    /// Sorted by name: a list is smaller than a map for the few files a folder has.
    files: Rc<Vec<(Rc<str>, File)>>,
}

impl Directory {
    /// An empty folder.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes an empty file.
    pub fn create(&mut self, name: &str) -> Result<&mut File, DirectoryError> {
        match self.position(name) {
            Ok(_) => Err(DirectoryError::AlreadyExists),
            Err(position) => {
                let files = Rc::make_mut(&mut self.files);
                files.insert(position, (Rc::from(name), File::new()));
                Ok(&mut files[position].1)
            }
        }
    }

    /// Puts a file under a name, in place of one that has it.
    pub fn insert(&mut self, name: &str, file: File) {
        let position = self.position(name);
        let files = Rc::make_mut(&mut self.files);
        match position {
            Ok(position) => files[position].1 = file,
            Err(position) => files.insert(position, (Rc::from(name), file)),
        }
    }

    /// The file for writing.
    pub fn open_mut(&mut self, name: &str) -> Result<&mut File, DirectoryError> {
        let position = self.position(name).map_err(|_| DirectoryError::NotFound)?;
        Ok(&mut Rc::make_mut(&mut self.files)[position].1)
    }

    /// Renames a file; one that has the new name is replaced in the same instant.
    pub fn rename(&mut self, name: &str, new_name: &str) -> Result<(), DirectoryError> {
        let file = self.delete(name)?;
        self.insert(new_name, file);
        Ok(())
    }

    /// Removes a file and hands it out.
    pub fn delete(&mut self, name: &str) -> Result<File, DirectoryError> {
        let position = self.position(name).map_err(|_| DirectoryError::NotFound)?;
        Ok(Rc::make_mut(&mut self.files).remove(position).1)
    }

    /// The file for reading.
    pub fn open(&self, name: &str) -> Result<&File, DirectoryError> {
        match self.position(name) {
            Ok(position) => Ok(&self.files[position].1),
            Err(_) => Err(DirectoryError::NotFound),
        }
    }

    /// The files in the order of their names.
    pub fn list(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().map(|(name, file)| (&**name, file))
    }

    fn position(&self, name: &str) -> Result<usize, usize> {
        self.files
            .binary_search_by(|(other, _)| (**other).cmp(name))
    }
}

impl fmt::Display for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AlreadyExists => "a file of this name exists",
            Self::NotFound => "no file of this name",
        })
    }
}

impl Error for DirectoryError {}
