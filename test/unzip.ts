import { crc32, inflateRawSync } from 'node:zlib'

/** Reads an archive by its directory and holds everything against everything: local headers, descriptors, sizes and checksums. */
export function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  let count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count === 0xffff || at === 0xffff_ffff) {
    const record = Number(bytes.readBigUInt64LE(end - 20 + 8))
    if (bytes.readUInt32LE(record) !== 0x0606_4b50) throw new Error('the 64-bit end record is not where its locator says')
    count = Number(bytes.readBigUInt64LE(record + 32))
    at = Number(bytes.readBigUInt64LE(record + 48))
  }
  const files = new Map<string, string>()
  for (let entry = 0; entry < count; entry++) {
    if (bytes.readUInt32LE(at) !== 0x0201_4b50) throw new Error(`entry ${entry} is not in the directory`)
    const [crc, compressed, size] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8')
    files.set(name, readEntry(bytes, bytes.readUInt32LE(at + 42), { name, crc, compressed, size }))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}

function readEntry(bytes: Buffer, offset: number, { name, crc, compressed, size }: { name: string; crc: number; compressed: number; size: number }): string {
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (bytes.readUInt32LE(offset) !== 0x0403_4b50 || bytes.subarray(offset + 30, start).toString('utf8') !== name) throw new Error(`${name}: wrong local header`)
  const content = inflateRawSync(bytes.subarray(start, start + compressed))
  if (content.length !== size || crc32(content) !== crc) throw new Error(`${name}: wrong size or checksum`)
  const descriptor = [0, 4, 8, 12].map((shift) => bytes.readUInt32LE(start + compressed + shift))
  if (descriptor.join() !== [0x0807_4b50, crc, compressed, size].join()) throw new Error(`${name}: wrong descriptor`)
  return content.toString('utf8')
}
