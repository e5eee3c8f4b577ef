import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { type FileInfo, fileErrors } from '#kernel/files.ts'
import type { Queryable, ScopedDb, Tx } from '../database/db.ts'
import { cleanFileName, type StoredFile, type Subject } from './file.ts'

/** Bytes of one row of platform.file_chunk. */
const CHUNK = 262_144

/** Of a kind (defineFileKind). */
interface Named {
  name: string
}

export interface NewFile {
  name: string
  contentType: string
  kind: Named
  /** Null when the system makes it for nobody in particular. */
  ownerUserId: string | null
  content: Buffer | AsyncIterable<Buffer>
  /** The record it belongs to from the start. */
  subject?: Subject
  expiresAt?: Date
}

/** Keeps a file within the caller's transaction: a stream is written as it comes, never held whole. Answers its uuid, bytes and sha256. */
export async function storeFile(tx: Tx, file: NewFile): Promise<{ id: string; size: number; sha256: Buffer; createdAt: Date }> {
  const id = crypto.randomUUID()
  const hash = createHash('sha256')
  let size = 0
  let number = 0
  for await (const content of chunks(file.content)) {
    hash.update(content)
    size += content.length
    await tx.insertInto('platform.file_chunk').values({ file_id: id, number: number++, content }).execute()
  }
  const sha256 = hash.digest()
  const { created_at } = await tx
    .insertInto('platform.file')
    .values({
      id,
      kind: file.kind.name,
      name: cleanFileName(file.name),
      content_type: file.contentType,
      size: String(size),
      sha256,
      owner_id: file.ownerUserId,
      subject_type: file.subject?.type ?? null,
      subject_id: file.subject?.id ?? null,
      expires_at: file.expiresAt ?? null,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow()
  return { id, size, sha256, createdAt: created_at }
}

async function* chunks(content: Buffer | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(content)) {
    for (let at = 0; at < content.length; at += CHUNK) yield content.subarray(at, at + CHUNK)
    return
  }
  let waiting: Buffer[] = []
  let length = 0
  for await (const part of content) {
    waiting.push(part)
    length += part.length
    while (length >= CHUNK) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, CHUNK)
      waiting = [all.subarray(CHUNK)]
      length = all.length - CHUNK
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** The facts of a file that has not expired; undefined for any other. */
export async function findFile(db: Queryable | ScopedDb, id: string): Promise<StoredFile | undefined> {
  const row = await (db as Queryable)
    .selectFrom('platform.file')
    .select([
      'id',
      'kind',
      'name',
      'content_type as contentType',
      'size',
      'sha256',
      'owner_id as ownerUserId',
      'subject_type',
      'subject_id',
      'created_at as createdAt',
    ])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
  if (!row) return undefined
  const { subject_type: type, subject_id, ...file } = row
  return { ...file, size: Number(file.size), subject: type === null || subject_id === null ? null : { type, id: subject_id } }
}

/** What a screen shows of a file. */
export function infoOf({ id, name, contentType, size, createdAt }: Pick<StoredFile, 'id' | 'name' | 'contentType' | 'size' | 'createdAt'>): FileInfo {
  return { uuid: id, name, contentType, size, createdAt: isoLocal(createdAt) }
}

/** A file with its bytes, read row by row as they are wanted. Throws 404 when there is none. Who may is the caller's question. */
export async function openFile(db: Queryable | ScopedDb, id: string): Promise<StoredFile & { stream: Readable }> {
  const file = await findFile(db, id)
  if (!file) throw new AppError(errors.notFound)
  return { ...file, stream: Readable.from(contentOf(db as Queryable, file), { objectMode: false }) }
}

async function* contentOf(db: Queryable, { id, size }: StoredFile): AsyncGenerator<Buffer> {
  for (let number = 0, read = 0; read < size; number++) {
    const row = await db.selectFrom('platform.file_chunk').select('content').where('file_id', '=', id).where('number', '=', number).executeTakeFirst()
    if (!row) throw new Error(`file ${id} ended after ${read} of ${size} bytes`)
    read += row.content.length
    yield row.content
  }
}

/** The whole content. For files that are known to be small. */
export async function readFile(db: Queryable | ScopedDb, id: string): Promise<StoredFile & { content: Buffer }> {
  const { stream, ...file } = await openFile(db, id)
  return { ...file, content: await buffer(stream) }
}

/** Attaches uploaded files of the caller's own to a record and keeps them for good. Throws FIL-005 when one is gone, another's or attached already. */
export async function attachFiles(
  tx: Tx,
  ids: readonly string[],
  { kind, ownerUserId, subject }: { kind: Named; ownerUserId: string; subject: Subject },
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const { numUpdatedRows } = await tx
    .updateTable('platform.file')
    .set({ subject_type: subject.type, subject_id: subject.id, expires_at: null })
    .where('id', 'in', wanted)
    .where('kind', '=', kind.name)
    .where('owner_id', '=', ownerUserId)
    .where('subject_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (Number(numUpdatedRows) !== wanted.length) throw new AppError(fileErrors.attached)
}

/** What is attached to a record, oldest first. */
export async function attachedTo(db: Queryable | ScopedDb, subject: Subject): Promise<FileInfo[]> {
  const rows = await (db as Queryable)
    .selectFrom('platform.file')
    .select(['id', 'name', 'content_type as contentType', 'size', 'created_at as createdAt'])
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => infoOf({ ...row, size: Number(row.size) }))
}

/** The same of several records of one sort, by record. */
export async function attachedToEach(db: Queryable | ScopedDb, type: string, ids: readonly string[]): Promise<Map<string, FileInfo[]>> {
  if (ids.length === 0) return new Map()
  const rows = await (db as Queryable)
    .selectFrom('platform.file')
    .select(['id', 'name', 'content_type as contentType', 'size', 'created_at as createdAt', 'subject_id as subjectId'])
    .where('subject_type', '=', type)
    .where('subject_id', 'in', [...ids])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const bySubject = Map.groupBy(rows, ({ subjectId }) => subjectId ?? '')
  return new Map([...bySubject].map(([id, own]) => [id, own.map((row) => infoOf({ ...row, size: Number(row.size) }))]))
}

export async function deleteFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('platform.file').where('id', '=', id).execute()
}
