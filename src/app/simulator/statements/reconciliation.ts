import { sql } from 'kysely'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { SetupDocument } from '#core/reconciliation/contract/document.ts'
import type { Resolution } from '#core/reconciliation/contract/machines.ts'
import { addDays, isoLocal, startOfDay } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { type Desk, Refused } from '../cash/desk.ts'
import { PLANS, type Plan, RULES, type Statement, WINDOW_DAYS } from './plans.ts'
import { handleBreaks } from './requests.ts'
import { type Booked, type Change, sealStatement } from './sealing.ts'
import { type FileKind, type StatementFile, writeStatement } from './writing.ts'

const MAKER = 'ketoan'
const CHECKER = 'kiemsoat'
const HOUR_MS = 3_600_000

/** What people do with a break of a kind, first with those that move money. */
const ANSWERS: Readonly<Record<string, { resolution: Resolution; reason: string }>> = {
  MISSING_THEIRS: { resolution: 'DISPUTE', reason: 'Đề nghị đối tác đối chiếu lại' },
  MISSING_OURS: { resolution: 'ADJUST', reason: 'Chờ xác định nguồn tiền' },
  AMOUNT: { resolution: 'ADJUST', reason: 'Chênh lệch chờ xử lý theo biên bản' },
  DUPLICATE: { resolution: 'ADJUST', reason: 'Đối tác ghi có hai lần, chờ thu hồi' },
  DATE: { resolution: 'MATCH', reason: 'Đối tác ghi nhận muộn' },
  AMBIGUOUS: { resolution: 'MATCH', reason: 'Đã kiểm tra chứng từ hai bên' },
  STATUS: { resolution: 'OUTCOME', reason: 'Sao kê đã ghi có' },
}

/** Thirty days of reconciliations in every state, from files that partners would have sent; what stands already is left alone. Answers whether any were made. */
export async function seedReconciliations(desk: Desk, today: string): Promise<boolean> {
  const now = desk.now()
  let made = false
  for (const [at, plan] of PLANS.entries()) {
    if (!(await isMissing(desk, plan))) continue
    await new Clerk(desk, plan, { today, now }, at).run()
    made = true
  }
  desk.at(now)
  return made
}

async function isMissing({ runtime: { db } }: Desk, { code }: Plan): Promise<boolean> {
  return !(await db.selectFrom('reconciliation.setup').select('id').where('code', '=', code).executeTakeFirst())
}

class Clerk {
  readonly #desk: Desk
  readonly #plan: Plan
  readonly #today: string
  readonly #now: Date
  readonly #seed: number
  #opening = parseMoney('5000000000.00')

  constructor(desk: Desk, plan: Plan, { today, now }: { today: string; now: Date }, seed: number) {
    this.#desk = desk
    this.#plan = plan
    this.#today = today
    this.#now = now
    this.#seed = seed
  }

  async run(): Promise<void> {
    const partnerId = await this.#partnerId()
    if (partnerId === undefined) return
    const setupId = await this.#setup(partnerId)
    for (const statement of this.#plan.statements) await this.#session(setupId, partnerId, statement)
    if (this.#plan.requests) await handleBreaks(this.#desk, MAKER, this.#plan.requests, setupId)
  }

  /** Undefined where the world has no such partner. */
  async #partnerId(): Promise<string | null | undefined> {
    const { partner } = this.#plan
    if (partner === null) return null
    return (await this.#desk.runtime.db.selectFrom('organisation.partner').select('id').where('code', '=', partner).executeTakeFirst())?.id
  }

  async #setup(partnerId: string | null): Promise<string> {
    const { desk, code, name, plug, kind } = this.#plan
    this.#at(31, 9)
    const format = kind && writeStatement(kind, { account: this.#account, from: this.#today, to: this.#today, opening: 0n }, []).format
    const document = SetupDocument.parse({ ...(format ? { format, account: this.#account } : {}), rules: RULES, fee: {} })
    const made = await this.#desk.call(MAKER, desk.setups.create, { code, name, plug, ...(partnerId === null ? {} : { partnerId }), document })
    const { requestId } = await this.#desk.call(MAKER, desk.setups.submit, { id: made.id, version: made.version, reason: 'Áp dụng từ kỳ này' })
    await this.#decide(requestId)
    return made.id
  }

  get #account(): string {
    return this.#plan.kind === undefined ? '' : `00110012345${60 + this.#seed}`
  }

  #at(ago: number, hour: number): void {
    const moment = startOfDay(addDays(this.#today, -ago)).getTime() + hour * HOUR_MS
    // A demo that is made in the night has not seen this morning yet.
    this.#desk.at(new Date(Math.min(moment, this.#now.getTime())))
  }

  async #decide(requestId: string): Promise<void> {
    const { version } = await this.#desk.runtime.db.selectFrom('approvals.request').select('version').where('id', '=', requestId).executeTakeFirstOrThrow()
    await this.#desk.call(CHECKER, decideRequest, { id: requestId, version, decision: 'APPROVE', reason: 'Đã kiểm tra' })
  }

  async #session(setupId: string, partnerId: string | null, { days: [first, last], stop, times = {} }: Statement): Promise<void> {
    const { desk, kind } = this.#plan
    const [from, to] = [addDays(this.#today, -first), addDays(this.#today, -last)]
    // The morning after its last day.
    this.#at(last - 1, 8)
    const { id, version } = await this.#desk.call(MAKER, desk.sessions.create, { setupId, fromDay: from, toDay: to })
    if (stop === 'CANCELLED') await this.#desk.call(MAKER, desk.sessions.cancel, { id, version, reason: 'Lập nhầm kỳ, sao kê theo tuần' })
    if (stop === 'CANCELLED' || stop === 'DRAFT') return
    if (kind && partnerId) await this.#upload(id, this.#file(kind, await this.#booked(partnerId, from, to), { from, to, times }))
    if (stop === 'IMPORTED') return
    await this.#desk.call(MAKER, desk.sessions.match, await this.#ref(id))
    await this.#desk.work('reconciliation.')
    if (stop === 'MATCHED') return
    const left = await this.#answer(id, stop === 'PROPOSED')
    // A verdict or a refund has changed our side, so it is taken in again; what was matched by hand stays.
    if (stop === 'PROPOSED' || left > 0) return
    await this.#desk.call(MAKER, desk.sessions.confirm, await this.#ref(id))
    if (stop === 'CONFIRMED') return
    const { requestId } = await this.#desk.call(MAKER, desk.sessions.settle, { ...(await this.#ref(id)), reason: 'Số liệu hai bên đã thống nhất' })
    if (stop === 'SETTLED') await this.#decide(requestId)
  }

  async #ref(id: string): Promise<{ id: string; version: number }> {
    return this.#desk.runtime.db.selectFrom('reconciliation.session').select(['id', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
  }

  /** Our records as the partner has them. */
  async #booked(partnerId: string, from: string, to: string): Promise<Booked[]> {
    const service = this.#plan.plug
    const { rows } = await sql<{
      reference: string
      documentNo: string
      at: Date
      amount: string
      account: string
      name: string
      text: string
      status: string
    }>`
      select t.external_ref as reference, coalesce(t.bank_reference, '') as "documentNo", t.occurred_at as at,
        case t.direction when 'IN' then 1 else -1 end * t.amount_hundredths as amount, case t.direction when 'IN' then t.payer_account else t.payee_account end as account,
        case t.direction when 'IN' then t.payer_name else t.payee_name end as name, t.memo as text, t.status
      from payment.transaction t
      where t.partner_id = ${partnerId} and t.service = ${service} and t.occurred_at >= ${startOfDay(from)} and t.occurred_at < ${startOfDay(addDays(to, 1))}
        and t.status in ('SUCCEEDED', 'FAILED', 'UNKNOWN') order by t.id`.execute(this.#desk.runtime.db)
    return rows.map(({ at, amount, status, ...row }) => {
      const local = isoLocal(at)
      return { ...row, day: local.slice(0, 10), time: local.slice(11, 19), amount: BigInt(amount), status: status as Booked['status'] }
    })
  }

  #file(kind: FileKind, booked: readonly Booked[], { from, to, times }: { from: string; to: string; times: Partial<Record<Change, number>> }): StatementFile {
    const { entries } = sealStatement(booked, {
      seed: this.#seed * 100 + Number(from.slice(8)),
      from,
      to,
      due: addDays(to, -WINDOW_DAYS),
      times,
      windowDays: WINDOW_DAYS,
    })
    const file = writeStatement(kind, { account: this.#account, from, to, opening: this.#opening }, entries)
    this.#opening = entries.reduce((balance, { amount }) => balance + amount, this.#opening)
    return file
  }

  async #upload(sessionId: string, { name, content }: StatementFile): Promise<void> {
    const { sessions } = this.#plan.desk
    const { id } = await this.#desk.call(MAKER, sessions.beginStatement, { sessionId, fileName: name, bytes: content.length })
    await this.#desk.send(MAKER, sessions.sendPiece, { statementId: id, number: '0' }, { name, content })
    await this.#desk.call(MAKER, sessions.finishStatement, { statementId: id })
    await this.#desk.work('reconciliation.')
  }

  /** Resolves breaks, or the first few of them only; answers how many are left. */
  async #answer(sessionId: string, some: boolean): Promise<number> {
    const { breaks } = this.#plan.desk
    const open = await this.#desk.runtime.db
      .selectFrom('reconciliation.break')
      .select(['id', 'version', 'kind'])
      .where('session_id', '=', sessionId)
      .where('status', '=', 'OPEN')
      .orderBy('id')
      .execute()
    let left = 0
    for (const [at, { kind, ...row }] of open.entries()) {
      const answer = ANSWERS[kind]
      if (!answer || (some && at % 3 === 2)) {
        left++
        continue
      }
      const more = answer.resolution === 'OUTCOME' ? { outcome: 'SUCCEEDED' as const } : {}
      const { refused } = await this.#desk.call(MAKER, breaks.resolve, { ...answer, ...more, rows: [row] })
      if (refused > 0) left++
      else if (!some || at % 3 === 0) await this.#agree(row.id)
    }
    return left
  }

  /** The second person, where one is needed. */
  async #agree(breakId: string): Promise<void> {
    const asked = await this.#desk.runtime.db
      .selectFrom('approvals.request')
      .select('id')
      .where('subject_type', '=', 'reconciliation.break')
      .where('subject_id', '=', breakId)
      .where('status', '=', 'PENDING')
      .executeTakeFirst()
    if (!asked) return
    await this.#decide(asked.id).catch((error: unknown) => {
      // What cannot be done any more waits for somebody.
      if (!(error instanceof Refused)) throw error
    })
  }
}
