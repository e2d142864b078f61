// Which files somebody has chosen or dropped, with their paths as in the folder. Hidden files are left out.

/** @typedef {{path: string, file: File}} ChosenFile */

/** @param {string} path */
const isHidden = (path) => path.split("/").some((part) => part.startsWith("."));

/**
 * @param {Iterable<File>} files From a file input; those of a folder know their path in it.
 * @returns {ChosenFile[]}
 */
export function fromInput(files) {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })).filter(({ path }) => !isHidden(path));
}

/**
 * @param {DataTransfer} dropped Must be read before the event is over; so the entries are taken at once.
 * @returns {Promise<{files: ChosenFile[], unreadable: string[]}>} The files, and the paths that cannot be read.
 */
export async function fromDrop(dropped) {
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  /** @type {string[]} */
  const unreadable = [];
  const found = await Promise.all(entries.map((entry) => readableIn(entry, unreadable)));
  return { files: found.flat().filter(({ path }) => !isHidden(path)), unreadable };
}

/** @param {FileSystemEntry} entry */
const pathOf = (entry) => entry.fullPath.replace(/^\//, "");

/**
 * @param {FileSystemEntry} entry
 * @param {string[]} unreadable Gets the path of what cannot be read.
 * @returns {Promise<ChosenFile[]>}
 */
async function readableIn(entry, unreadable) {
  try {
    return await filesIn(entry, unreadable);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    unreadable.push(pathOf(entry));
    return [];
  }
}

/**
 * @param {FileSystemEntry} entry
 * @param {string[]} unreadable
 * @returns {Promise<ChosenFile[]>}
 */
async function filesIn(entry, unreadable) {
  if (entry.isFile) {
    const one = /** @type {FileSystemFileEntry} */ (entry);
    const file = await new Promise((resolve, reject) => one.file(resolve, reject));
    return [{ path: pathOf(entry), file }];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const found = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject)); // a hundred at a time
    if (!some.length) return found;
    for (const child of some) found.push(...(await readableIn(child, unreadable)));
  }
}
