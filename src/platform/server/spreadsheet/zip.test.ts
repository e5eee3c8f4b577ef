import { expect, test } from 'vitest'
import { unzip } from '../../../../test/unzip.ts'
import { EntryDeflater, ZipRecords } from './zip.ts'

async function archive(entries: [name: string, text: string][]): Promise<{ bytes: Buffer; records: ZipRecords }> {
  const records = new ZipRecords()
  const parts: Buffer[] = []
  for (const [name, text] of entries) {
    const deflater = new EntryDeflater(1, 1024)
    parts.push(records.begin(name))
    for (let at = 0; at < text.length; at += 5000) await deflater.write(Buffer.from(text.slice(at, at + 5000)))
    await deflater.end()
    parts.push(...deflater.take(), records.finish(deflater.crc, deflater.compressed, deflater.size))
  }
  return { bytes: Buffer.concat(parts), records }
}

const entries: [string, string][] = [
  ['xl/bảng.xml', 'Đặng Thị Ánh\n'.repeat(3000)],
  ['empty.txt', ''],
]

test('a streamed archive is whole: directory, headers, descriptors, checksums', async () => {
  const { bytes, records } = await archive(entries)
  expect([...unzip(Buffer.concat([bytes, records.end()]))]).toEqual(entries)
})

test('beyond 4 GiB and beyond 65,535 entries the directory uses the 64-bit records', async () => {
  const { records } = await archive(entries)
  const end = records.end(5 * 2 ** 30)
  expect(end.readUInt32LE(end.length - 22)).toBe(0x0605_4b50)
  expect(end.readUInt32LE(end.length - 22 + 16)).toBe(0xffff_ffff)
  expect(end.readUInt32LE(end.length - 42)).toBe(0x0706_4b50)
  const record = end.indexOf(Buffer.from('504b0606', 'hex'))
  expect(record).toBeGreaterThan(0)
  const directoryAt = end.readBigUInt64LE(record + 48)
  expect(end.readBigUInt64LE(end.length - 42 + 8)).toBe(directoryAt + BigInt(record))
  // The offsets of the entries stand in their extra fields.
  const name = end.readUInt16LE(28)
  expect([end.readUInt32LE(42), end.readUInt16LE(46 + name), Number(end.readBigUInt64LE(46 + name + 4))]).toEqual([0xffff_ffff, 1, 5 * 2 ** 30])

  const many = new ZipRecords()
  const parts: Buffer[] = []
  const empty = Buffer.from([3, 0])
  for (let at = 0; at < 65_600; at++) parts.push(many.begin(`f${at}`), empty, many.finish(0, empty.length, 0))
  expect(unzip(Buffer.concat([...parts, many.end()])).size).toBe(65_600)
})

test('an entry of 4 GiB is refused rather than written wrongly', () => {
  const records = new ZipRecords()
  records.begin('a')
  expect(() => records.finish(0, 10, 2 ** 32)).toThrow(RangeError)
})
