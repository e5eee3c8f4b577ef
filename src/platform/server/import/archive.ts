import type { Entry } from 'yauzl'
import { fromBufferPromise } from 'yauzl'
import { AppError } from '#kernel/errors.ts'
import { IMPORT_LIMITS, importErrors } from '#kernel/import-errors.ts'

export type Format = 'xlsx' | 'xls'

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Names in the directory of a compound file are UTF-16. */
const named = (content: Buffer, name: string) => content.includes(Buffer.from(name, 'utf16le'))

/** What the name says and the first bytes show, without unpacking anything. Throws IMP-001, 002, 003 or 005. */
export function formatOf(name: string, content: Buffer): Format {
  const ending = /\.(xlsx?)$/i.exec(name)?.[1]?.toLowerCase()
  if (!ending) throw new AppError(importErrors.notSpreadsheet)
  const format = shown(content)
  if (!format) throw new AppError(importErrors.notSpreadsheet)
  if (format !== ending) throw new AppError(importErrors.otherFormat, { ending, format })
  return format
}

function shown(content: Buffer): Format | undefined {
  if (content.subarray(0, 4).equals(ZIP)) return 'xlsx'
  if (!content.subarray(0, 8).equals(COMPOUND)) return undefined
  // A workbook with a password is a compound file too, whichever format is inside.
  if (named(content, 'EncryptedPackage')) throw new AppError(importErrors.encrypted)
  if (!named(content, 'Workbook') && !named(content, 'Book')) return undefined
  if (named(content, '_VBA_PROJECT')) throw new AppError(importErrors.macros)
  return 'xls'
}

const tooMuch = () => new AppError(importErrors.unpacked, { megabytes: IMPORT_LIMITS.unpackedBytes / 1_048_576, entries: IMPORT_LIMITS.entries })

/**
 * The entries of an .xlsx by its directory: few enough, small enough by what they claim, a workbook and without macros.
 * Reads nothing but the directory, so that a bomb is refused for its claims at once.
 */
export async function checkDirectory(content: Buffer): Promise<void> {
  await entriesOf(content)
}

async function entriesOf(content: Buffer): Promise<{ entries: Entry[]; open: (entry: Entry) => Promise<AsyncIterable<Buffer>> }> {
  const entries: Entry[] = []
  const zip = await fromBufferPromise(content, { lazyEntries: true, validateEntrySizes: true }).catch(damaged)
  if (zip.entryCount > IMPORT_LIMITS.entries) throw tooMuch()
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      if (entries.push(entry) > IMPORT_LIMITS.entries || unpacked > IMPORT_LIMITS.unpackedBytes) throw tooMuch()
    }
  } catch (error) {
    throw error instanceof AppError ? error : damaged()
  }
  const names = entries.map(({ fileName }) => fileName.toLowerCase())
  if (names.some((name) => name.endsWith('vbaproject.bin'))) throw new AppError(importErrors.macros)
  if (!names.includes('[content_types].xml') || !names.includes('xl/workbook.xml')) throw new AppError(importErrors.notSpreadsheet)
  if (entries.some((entry) => entry.isEncrypted())) throw new AppError(importErrors.encrypted)
  return { entries, open: (entry) => zip.openReadStreamPromise(entry) }
}

function damaged(): never {
  throw new AppError(importErrors.damaged)
}

/** The parts that hold the sheets and how they hang together. */
const PART = /\.(xml|rels)$/i
const ASIDE = /^(xl\/(media|drawings|charts|theme|printerSettings|externalLinks|pivot\w*|customXml)|customXml|docProps)\//i

/**
 * Unpacks the parts of an .xlsx that are needed, counting what really comes out: an entry that holds more than its directory says ends the
 * reading. Throws IMP-006 for too much and IMP-004 for what cannot be unpacked.
 */
export async function unpack(content: Buffer): Promise<Map<string, Buffer>> {
  const { entries, open } = await entriesOf(content)
  const parts = new Map<string, Buffer>()
  let unpacked = 0
  for (const entry of entries) {
    if (!PART.test(entry.fileName) || ASIDE.test(entry.fileName)) continue
    const chunks: Buffer[] = []
    try {
      for await (const chunk of await open(entry)) {
        unpacked += chunk.length
        if (unpacked > IMPORT_LIMITS.unpackedBytes) throw tooMuch()
        chunks.push(chunk)
      }
    } catch (error) {
      throw error instanceof AppError ? error : new AppError(importErrors.damaged)
    }
    parts.set(entry.fileName, Buffer.concat(chunks))
  }
  return parts
}
