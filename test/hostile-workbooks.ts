import { constants, crc32, deflateRawSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'

interface ZipEntry {
  name: string
  content: Buffer
  /** What the directory says, where that is not the truth. */
  claimed?: number
  /** The content is deflated already. */
  deflated?: boolean
}

/** A zip made by hand, so that it can lie. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimed, deflated = false } of entries) {
    const bytes = Buffer.from(name)
    const data = deflated ? content : deflateRawSync(content)
    const facts = Buffer.alloc(16)
    facts.writeUInt16LE(0, 0)
    facts.writeUInt32LE(deflated ? 0 : crc32(content), 4)
    facts.writeUInt32LE(data.length, 8)
    facts.writeUInt32LE(claimed ?? content.length, 12)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x0403_4b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    facts.copy(local, 10)
    local.writeUInt16LE(bytes.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x0201_4b50, 0)
    central.writeUInt16LE(20, 4)
    central.writeUInt16LE(20, 6)
    central.writeUInt16LE(8, 10)
    facts.copy(central, 12)
    central.writeUInt16LE(bytes.length, 28)
    central.writeUInt32LE(offset, 42)
    parts.push(local, bytes, data)
    directory.push(central, bytes)
    offset += local.length + bytes.length + data.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const TYPES = Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
const BOOK = Buffer.from('<workbook/>')

/** An .xlsx whose sheet unpacks to 4 GiB less one byte; `claimed`: what its directory says of it. */
export function bomb(claimed = 0xffff_ffff): Buffer {
  // Blocks that end at a byte and refer to nothing before them may be repeated.
  const block = deflateRawSync(Buffer.alloc(1_048_576, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const content = Buffer.concat(Array.from({ length: 4_096 }, () => block))
  return zipOf([
    { name: '[Content_Types].xml', content: TYPES },
    { name: 'xl/workbook.xml', content: BOOK },
    { name: 'xl/worksheets/sheet1.xml', content, claimed, deflated: true },
  ])
}

/** A workbook in more parts than are read. */
export function manyParts(count: number): Buffer {
  const more = Array.from({ length: count }, (_none, at) => ({ name: `xl/worksheets/sheet${at}.xml`, content: BOOK }))
  return zipOf([{ name: '[Content_Types].xml', content: TYPES }, { name: 'xl/workbook.xml', content: BOOK }, ...more])
}

/** A workbook with macros inside, called .xlsx. */
export function withMacros(): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: TYPES },
    { name: 'xl/workbook.xml', content: BOOK },
    { name: 'xl/vbaProject.bin', content: Buffer.from('macro') },
  ])
}

/** A text document called .xlsx. */
export function document(): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: TYPES },
    { name: 'word/document.xml', content: BOOK },
  ])
}

/** A compound file with the given streams: what Excel makes of a password, and of 1997. */
export function compound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const file = XLSX.CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) XLSX.CFB.utils.cfb_add(file, `/${name}`, content)
  return XLSX.CFB.write(file, { type: 'buffer' }) as unknown as Buffer
}

/** The .xls with a record in front that says: the rest is encrypted. */
export function lockedXls(xls: Buffer): Buffer {
  const file = XLSX.CFB.read(xls, { type: 'buffer' })
  const stream = Buffer.from(XLSX.CFB.find(file, 'Workbook')?.content as Uint8Array)
  const begin = 4 + stream.readUInt16LE(2)
  const filePass = Buffer.alloc(4 + 54)
  filePass.writeUInt16LE(0x2f, 0)
  filePass.writeUInt16LE(54, 2)
  filePass.writeUInt16LE(1, 4)
  filePass.writeUInt16LE(1, 6)
  filePass.writeUInt16LE(1, 8)
  return compound({ Workbook: Buffer.concat([stream.subarray(0, begin), filePass, stream.subarray(begin)]) })
}
