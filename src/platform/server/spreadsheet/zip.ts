import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

interface Entry {
  name: Buffer
  crc: number
  compressed: number
  size: number
  offset: number
}

const LIMIT_32 = 0xffff_ffff
const LIMIT_16 = 0xffff
/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980, the first date a zip knows: the same input gives the same bytes. */
const DOS_DATE = 0x0021

/**
 * The records around the entries of a zip that is written as a stream: what must be known beforehand is nothing.
 * Each entry must stay under 4 GiB (spreadsheet programs do not read larger ones that are streamed); the archive as a whole may grow
 * beyond, for which the directory at its end uses the 64-bit records.
 */
export class ZipRecords {
  #entries: Entry[] = []
  #offset = 0

  /** Header of a new entry. */
  begin(name: string): Buffer {
    const bytes = Buffer.from(name)
    this.#entries.push({ name: bytes, crc: 0, compressed: 0, size: 0, offset: this.#offset })
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x0403_4b50, 0)
    header.writeUInt16LE(20, 4)
    header.writeUInt16LE(FLAGS, 6)
    header.writeUInt16LE(DEFLATED, 8)
    header.writeUInt16LE(DOS_DATE, 12)
    header.writeUInt16LE(bytes.length, 26)
    return this.#count(Buffer.concat([header, bytes]))
  }

  /** What follows the entry's compressed bytes. */
  finish(crc: number, compressed: number, size: number): Buffer {
    const entry = this.#entries.at(-1)
    if (!entry) throw new Error('no entry was begun')
    if (size > LIMIT_32 || compressed > LIMIT_32) throw new RangeError('an entry of a streamed zip must stay under 4 GiB')
    Object.assign(entry, { crc, compressed, size })
    this.#offset += compressed
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x0807_4b50, 0)
    descriptor.writeUInt32LE(crc, 4)
    descriptor.writeUInt32LE(compressed, 8)
    descriptor.writeUInt32LE(size, 12)
    return this.#count(descriptor)
  }

  /** The directory that ends the archive. `base` shifts every offset (tests reach the 64-bit records with it). */
  end(base = 0): Buffer {
    const start = base + this.#offset
    const directory = Buffer.concat(this.#entries.map((entry) => directoryRecord(entry, base)))
    const count = this.#entries.length
    const needs64 = start + directory.length > LIMIT_32 || count >= LIMIT_16
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x0605_4b50, 0)
    end.writeUInt16LE(Math.min(count, LIMIT_16), 8)
    end.writeUInt16LE(Math.min(count, LIMIT_16), 10)
    end.writeUInt32LE(Math.min(directory.length, LIMIT_32), 12)
    end.writeUInt32LE(needs64 ? LIMIT_32 : start, 16)
    return Buffer.concat(needs64 ? [directory, end64(count, directory.length, start), end] : [directory, end])
  }

  #count(bytes: Buffer): Buffer {
    this.#offset += bytes.length
    return bytes
  }
}

function directoryRecord(entry: Entry, base: number): Buffer {
  const offset = base + entry.offset
  const far = offset >= LIMIT_32
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x0201_4b50, 0)
  record.writeUInt16LE(far ? 45 : 20, 4)
  record.writeUInt16LE(far ? 45 : 20, 6)
  record.writeUInt16LE(FLAGS, 8)
  record.writeUInt16LE(DEFLATED, 10)
  record.writeUInt16LE(DOS_DATE, 14)
  record.writeUInt32LE(entry.crc, 16)
  record.writeUInt32LE(entry.compressed, 20)
  record.writeUInt32LE(entry.size, 24)
  record.writeUInt16LE(entry.name.length, 28)
  record.writeUInt16LE(far ? 12 : 0, 30)
  record.writeUInt32LE(far ? LIMIT_32 : offset, 42)
  const extra = Buffer.alloc(far ? 12 : 0)
  if (far) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(offset), 4)
  }
  return Buffer.concat([record, entry.name, extra])
}

function end64(count: number, length: number, start: number): Buffer {
  const record = Buffer.alloc(76)
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(length), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  record.writeUInt32LE(0x0706_4b50, 56)
  record.writeBigUInt64LE(BigInt(start + length), 64)
  record.writeUInt32LE(1, 72)
  return record
}

/** Compresses one entry in zlib's own threads and keeps its counts. */
export class EntryDeflater {
  crc = 0
  size = 0
  compressed = 0
  #deflate: DeflateRaw
  #ready: Buffer[] = []

  constructor(level: number, chunkSize = 256 * 1024) {
    this.#deflate = createDeflateRaw({ level, chunkSize, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY })
    this.#deflate.on('data', (bytes: Buffer) => {
      this.compressed += bytes.length
      this.#ready.push(bytes)
    })
  }

  /** Resolves when the chunk is compressed; the next one may be made meanwhile. */
  write(chunk: Buffer): Promise<void> {
    this.crc = crc32(chunk, this.crc)
    this.size += chunk.length
    return new Promise((resolve, reject) => this.#deflate.write(chunk, (error) => (error ? reject(error) : resolve())))
  }

  end(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#deflate.once('end', resolve).once('error', reject).end()
    })
  }

  /** Compressed bytes that are ready; each is given once. */
  take(): Buffer[] {
    return this.#ready.splice(0)
  }

  destroy(): void {
    this.#deflate.destroy()
  }
}
