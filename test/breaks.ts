import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { SetupDocument } from '#core/reconciliation/contract/document.ts'
import type { BreakKind } from '#core/reconciliation/contract/machines.ts'
import type { Contract, DownloadContract, RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { recount } from '../src/core/reconciliation/server/matching/match.ts'
import { requestOf, type TestApp, type TestRuntimeOptions, testApp } from './app.ts'

/** How the sessions are matched. */
const RULES = SetupDocument.parse({ rules: [{ name: 'Số tham chiếu', keys: ['REFERENCE'] }], fee: {} })

interface LineOfTest {
  /** Đồng; money to us is positive. */
  amount: number
  reference?: string
  sourceId?: string
  sourceCode?: string
  status?: string
  money?: boolean
  text?: string
  day?: string
}

export interface BreakOfTest {
  kind: BreakKind
  reference?: string
  ours?: readonly LineOfTest[]
  theirs?: readonly LineOfTest[]
  oursValue?: string
  theirsValue?: string
  field?: string
  atRisk?: number
  day?: string
}

interface Made {
  id: string
  breaks: string[]
}

interface Place {
  partnerId: string
  setupId: string
  revisionId: string
  unitId: string
}

/** Sessions with breaks, made in the database as matching leaves them, and people who handle them. */
export class BreakWorld {
  readonly desk = qrReconciliation
  readonly it: TestApp
  readonly today: string
  readonly #place: Place
  #lastDay = 0

  constructor(it: TestApp, place: Place) {
    this.it = it
    this.#place = place
    this.today = localDate(it.runtime.clock.now())
  }

  get db() {
    return this.it.runtime.db
  }

  /** A session of a day of its own, under review. */
  async session(breaks: readonly BreakOfTest[], day = this.today): Promise<Made> {
    const { db } = this
    const now = this.it.runtime.clock.now()
    // One session a day: each of a test has one of its own, however far back its breaks are.
    this.#lastDay += 1
    const from = addDays(this.today, -this.#lastDay)
    return db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into reconciliation.session (code, setup_id, revision_id, plug, partner_id, from_day, to_day, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
        values (reconciliation.next_code('DS', ${from}::date), ${this.#place.setupId}, ${this.#place.revisionId}, 'QR', ${this.#place.partnerId}, ${from}, ${from}, ${this.#place.unitId}, ${this.#place.unitId}, 'test', ${now}, 'test', ${now})
        returning id`.execute(tx)
      const { id } = rows[0] as { id: string }
      const made: string[] = []
      const next = { O: 1, T: 1 }
      for (const one of breaks) made.push(await this.#break(tx, id, from, { day, ...one }, next))
      await recount({ tx, sessionId: id, period: from, rules: RULES })
      await sql`update reconciliation.session set status = 'REVIEWING' where id = ${id}`.execute(tx)
      return { id, breaks: made }
    })
  }

  async #break(tx: Tx, sessionId: string, period: string, given: BreakOfTest & { day: string }, next: { O: number; T: number }) {
    const { ours = [], theirs = [], reference = `REF${next.O}${next.T}`, day } = given
    const lines = [...ours.map((line) => ({ ...line, side: 'O' as const })), ...theirs.map((line) => ({ ...line, side: 'T' as const }))].map((line) => ({
      ...line,
      no: next[line.side]++,
    }))
    for (const line of lines)
      await sql`
        insert into reconciliation.line (period, session_id, side, no, money, day, amount, reference, text, status, source_id, source_code)
        values (${period}, ${sessionId}, ${line.side}, ${line.no}, ${line.money ?? true}, ${line.day ?? day}, ${BigInt(line.amount) * 100n}, ${line.reference ?? reference},
          ${line.text ?? ''}, ${line.status ?? 'SUCCEEDED'}, ${line.sourceId ?? null}, ${line.sourceCode ?? ''})`.execute(tx)
    const counted = (side: 'O' | 'T') => lines.filter((line) => line.side === side && line.money !== false)
    const sum = (side: 'O' | 'T') => counted(side).reduce((total, { amount }) => total + amount, 0)
    const risk = given.atRisk ?? Math.abs(sum('O') - sum('T'))
    const { rows } = await sql<{ id: string }>`
      insert into reconciliation.break (session_id, kind, reference, field, ours_value, theirs_value, day, ours_sum, theirs_sum, at_risk, ours_lines, theirs_lines,
        unit_id, head_unit_id, partner_id, updated_by, updated_at)
      values (${sessionId}, ${given.kind}, ${reference}, ${given.field ?? ''}, ${given.oursValue ?? ''}, ${given.theirsValue ?? ''}, ${day}, ${sum('O')}, ${sum('T')}, ${risk},
        ${counted('O').length}, ${counted('T').length}, ${this.#place.unitId}, ${this.#place.unitId}, ${this.#place.partnerId}, 'test', now()) returning id`.execute(
      tx,
    )
    const { id } = rows[0] as { id: string }
    for (const { side, no } of lines) await tx.insertInto('reconciliation.break_line').values({ break_id: id, session_id: sessionId, side, no }).execute()
    return id
  }

  call<C extends Contract>(contract: C, input: RawInputOf<C>, as = 'ketoan', language: Language = 'vi', headers: Record<string, string> = {}) {
    return this.it.call(contract, input, { as, language, headers })
  }

  breakNow(id: string) {
    return this.db.selectFrom('reconciliation.break').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }

  sessionNow(id: string) {
    return this.db.selectFrom('reconciliation.session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }

  /** Rows of a bulk action at their versions now. */
  async rows(ids: readonly string[]): Promise<{ id: string; version: number }[]> {
    return Promise.all(ids.map(async (id) => ({ id, version: (await this.breakNow(id)).version })))
  }

  /** The request that waits for something. */
  async pendingOf(subjectType: string, subjectId: string): Promise<string> {
    const { request_id } = await this.db
      .selectFrom('approvals.pending')
      .select('request_id')
      .where('subject_type', '=', subjectType)
      .where('subject_id', '=', subjectId)
      .executeTakeFirstOrThrow()
    return request_id as string
  }

  async decide(requestId: string, decision: 'APPROVE' | 'REJECT' = 'APPROVE', as = 'kiemsoat') {
    const { version } = await this.db.selectFrom('approvals.request').select('version').where('id', '=', requestId).executeTakeFirstOrThrow()
    return this.call(decideRequest, { id: requestId, version, decision, reason: 'Đã kiểm tra' }, as, 'vi', { 'idempotency-key': crypto.randomUUID() })
  }

  async download<C extends DownloadContract>(contract: C, input: RawInputOf<C>, language: Language = 'vi', as = 'ketoan') {
    const response = await (this.it.app as FastifyInstance).inject({
      ...requestOf(contract, input),
      headers: { ...(await this.it.headersOf(as)), 'accept-language': language },
    })
    return { status: response.statusCode, content: response.rawPayload, body: response.body }
  }
}

/** A world of its own with one configuration in force. */
export const breakWorld = async (options: TestRuntimeOptions = {}): Promise<BreakWorld> => configured(await testApp(options))

/** The same in a system that a test has made already. */
export async function configured(it: TestApp): Promise<BreakWorld> {
  const { db } = it.runtime
  const partner = await db.selectFrom('organisation.partner').select('id').where('kind', '=', 'OWN').orderBy('id').executeTakeFirstOrThrow()
  const unit = await db.selectFrom('organisation.unit').select('id').where('level', '=', 'HEAD_OFFICE').executeTakeFirstOrThrow()
  const ids = await db.transaction().execute(async (tx) => {
    const stamp = sql`'test', now(), 'test', now()`
    const { rows: setups } = await sql<{ id: string }>`
      insert into reconciliation.setup (code, name, plug, partner_id, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      values ('TEST', 'Đối soát thử', 'QR', ${partner.id}, ${unit.id}, ${unit.id}, ${stamp}) returning id`.execute(tx)
    const setupId = (setups[0] as { id: string }).id
    const { rows: revisions } = await sql<{ id: string }>`
      insert into reconciliation.revision (setup_id, number, status, document, edited_at, created_by, created_at, updated_by, updated_at)
      values (${setupId}, 1, 'ACTIVE', ${JSON.stringify(RULES)}, now(), ${stamp}) returning id`.execute(tx)
    const revisionId = (revisions[0] as { id: string }).id
    await sql`update reconciliation.setup set status = 'ACTIVE', revision_id = ${revisionId} where id = ${setupId}`.execute(tx)
    return { setupId, revisionId }
  })
  return new BreakWorld(it, { ...ids, partnerId: partner.id, unitId: unit.id })
}
