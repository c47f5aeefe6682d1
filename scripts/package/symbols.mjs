// Offsets of header fields in a 64-bit little-endian ELF file; see elf(5).
const [CLASS, DATA] = [4, 5];
const [PROGRAM_HEADERS, SECTION_HEADERS] = [32, 40];
const [ENTRY_SIZE, ENTRIES, SECTIONS, NAMES] = [54, 56, 60, 62];
const [LOADED, FILE_OFFSET, FILE_SIZE] = [1, 8, 32];

/** @param {Buffer} elf @returns {number} the file offset of the end of its loadable segments */
function endOfLoaded(elf) {
  const first = Number(elf.readBigUInt64LE(PROGRAM_HEADERS));
  const size = elf.readUInt16LE(ENTRY_SIZE);
  const headers = Array.from({ length: elf.readUInt16LE(ENTRIES) }, (_, at) =>
    elf.subarray(first + at * size),
  );
  const ends = headers
    .filter((header) => header.readUInt32LE(0) === LOADED)
    .map((header) => Number(header.readBigUInt64LE(FILE_OFFSET) + header.readBigUInt64LE(FILE_SIZE)));
  return Math.max(...ends);
}

/**
 * A program without debug information and symbols. These come after all loadable segments, so the file is simply cut there,
 * which works for every architecture without its own tools. Throws if the file has another format.
 *
 * @param {Buffer} program
 * @returns {Buffer} a new buffer
 */
export function withoutSymbols(program) {
  const known = program.subarray(0, 4).toString('latin1') === '\x7fELF';
  if (!known || program[CLASS] !== 2 || program[DATA] !== 1)
    throw new Error('Node’s program is no 64-bit ELF file');
  const small = Buffer.from(program.subarray(0, endOfLoaded(program)));
  small.writeBigUInt64LE(0n, SECTION_HEADERS);
  small.writeUInt16LE(0, SECTIONS);
  small.writeUInt16LE(0, NAMES);
  return small;
}
