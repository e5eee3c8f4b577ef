import type { Queryable, Tx } from '#platform/server/database/db.ts'

/** Bytes of one row of statement_part; a piece of an upload is a whole number of them. */
const PART = 1_048_576

/** Keeps bytes that begin at `from` of the file, in rows of at most 1 MiB. */
export async function keepParts(tx: Tx, statementId: string, from: number, content: Buffer): Promise<void> {
  for (let at = 0; at < content.length; at += PART) {
    await tx
      .insertInto('reconciliation.statement_part')
      .values({ statement_id: statementId, number: (from + at) / PART, content: content.subarray(at, at + PART) })
      .execute()
  }
}

/** The bytes of a file as they were received, part by part. */
export async function* partsOf(db: Queryable, statementId: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const part = await db
      .selectFrom('reconciliation.statement_part')
      .select('content')
      .where('statement_id', '=', statementId)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!part) return
    yield part.content
  }
}
