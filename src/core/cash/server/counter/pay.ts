import { sql } from 'kysely'
import { type ApprovalKind, pendingAnswer } from '#core/approvals/server/public.ts'
import type { ParameterDefinition } from '#core/masterdata/contract/parameters/parameter-types.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { type PaymentDesk, PORTAL } from '#core/payments/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { maskedNumber } from '#platform/server/masked.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { cashOrderErrors } from '../../contract/counter/cash-order.ts'
import {
  claimPayable,
  confirmClaim,
  findPayables,
  type PayClaim,
  type PayOrder,
  payDesk,
  payErrors,
  proposeResult,
  releaseClaim,
} from '../../contract/counter/pay.ts'
import { openShiftErrors } from '../../contract/shifts.ts'
import { isBlind } from '../blind.ts'
import { counterDates } from '../business-date.ts'
import { type HeldShift, heldShifts } from '../open-shifts.ts'
import { type CashPerson, findPerson, personOf } from '../people.ts'
import { propose, SLIP } from './slip-result.ts'
import { MOST_FOUND, type SlipSource } from './sources.ts'
import type { CaseLink } from './unknown-payouts.ts'

/** What paying at counters is composed of. */
export interface PayParts {
  /** The approval kind by which two people end an unknown payout. */
  result: ApprovalKind
  sources: readonly SlipSource[]
  payments: PaymentDesk
  /** Where it is found out whether an unknown payout was made. */
  cases: CaseLink
  /** How long a till holds what it pays. */
  claimMinutes: ParameterDefinition<'INTEGER'>
}

const SHOWN = MOST_FOUND - 1
const LATEST = 5
const MINUTE_MS = 60_000

/** Paying in the portal: find, claim, hand over, confirm. */
export function registerPay(on: Registrar, parts: PayParts): void {
  on.command(findPayables, (input, ctx) => find(input, ctx, parts))
  on.query(payDesk, (_input, ctx) => desk(ctx, parts))
  on.command(claimPayable, (input, ctx) => claim(input, ctx, parts))
  on.command(confirmClaim, ({ id }, ctx) => end(id, ctx, parts, { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền mặt' }))
  on.command(proposeResult, (input, ctx) => propose(input, ctx, parts.result))
  on.command(releaseClaim, ({ id }, ctx) => end(id, ctx, parts, { status: 'FAILED', code: '09', message: 'Không giao tiền' }))
}

async function find({ text }: InputOf<typeof findPayables>, ctx: CommandContext, { sources }: PayParts): Promise<OutputOf<typeof findPayables>> {
  const { tx, session, language, now } = ctx
  const { unitId } = await personOf(tx, session)
  const found: OutputOf<typeof findPayables>['found'] = []
  const asking = { unitId, language, day: localDate(now), byName: isName(text) }
  for (const { kind, screen, find: finds } of sources) {
    const opens = screen && session.permissions.has(screen.permission)
    for (const { id, identityNumber, ...one } of await finds(tx, text, asking))
      found.push({ ...one, kind, identityNumber: identityNumber && maskedNumber(identityNumber), path: opens ? screen.path(id) : null })
  }
  const shown = found.slice(0, SHOWN)
  ctx.subject('cash.payable', null, { after: { text: asking.byName ? text : maskedNumber(text), found: shown.map(({ code }) => code) } })
  return { found: shown, more: found.length > SHOWN }
}

/** A name has no digits, and several words or letters that no code has. */
const isName = (text: string): boolean => !/\d/.test(text) && /[^A-Za-z+_.-]/.test(text)

/** The caller with the shift under which they pay. Throws CSH-120 without one. */
async function atTill({ tx, session }: CommandContext): Promise<{ person: CashPerson; shift: HeldShift; teller: string }> {
  const person = await personOf(tx, session)
  const shift = (await heldShifts(tx, [person.staffId])).get(person.staffId)
  if (!shift) throw new AppError(openShiftErrors.noShift)
  const { code } = await tx.selectFrom('organisation.staff').select('code').where('id', '=', person.staffId).executeTakeFirstOrThrow()
  return { person, shift, teller: code }
}

async function claim(input: InputOf<typeof claimPayable>, ctx: CommandContext, parts: PayParts): Promise<OutputOf<typeof claimPayable>> {
  const source = parts.sources.find(({ kind }) => kind === input.kind)
  if (!source) throw new AppError(payErrors.kindUnknown)
  const { shift, teller } = await atTill(ctx)
  const result = await parts.payments.report(deskContext(ctx), {
    ...{ externalRef: `${PORTAL}-${ctx.idempotencyKey}`, service: source.service, channel: 'COUNTER', currency: 'VND', occurredAt: isoLocal(ctx.now) },
    ...{ amount: input.amount, till: shift.tillCode, teller },
    ...source.line(input),
  })
  const about = { sourceCode: input.code, amount: input.amount, tillCode: shift.tillCode }
  if (result.status === 'refused') return refused(result.error, ctx, source, about)
  const [made] = await claimsOf(ctx.tx, parts, sql`s.code = ${result.receipt.transactionCode}`)
  if (!made) throw new Error(`a claim without a slip: ${result.receipt.transactionCode}`)
  ctx.subject(SLIP, made.id, { after: { code: made.code, status: made.status, ...about } })
  return { result: 'CLAIMED', claim: made, refusal: null }
}

/** What leaves a trace is answered, so that it is kept; everything else is thrown and undoes the command. */
function refused(error: AppError, ctx: CommandContext, source: SlipSource, about: object): OutputOf<typeof claimPayable> {
  const waits = error.definition === cashOrderErrors.needed || error.definition === cashOrderErrors.alikeUnknown
  if (!waits && !source.kept?.includes(error.definition)) throw error
  const { code } = error.definition
  const field = error.fields?.[0]?.field ?? null
  const { first = null } = (error.data ?? {}) as { first?: string }
  ctx.subject('cash.payable', null, { after: { ...about, refused: code } })
  return { result: waits ? 'WAITING' : 'REFUSED', claim: null, refusal: { code, message: error.text(ctx.language), field, first } }
}

const deskContext = (ctx: CommandContext) => ({ ...ctx, account: ctx.session.account })

interface Standing {
  id: string
  code: string
  status: string
  transactionId: string
  partnerId: string
  partner: string
  externalRef: string
  staffId: string
  teller: string
  till: string
}

/** Ends a claim of the caller's own, as its transaction ends. */
async function end(id: string, ctx: CommandContext, { payments }: PayParts, outcome: { status: 'SUCCEEDED' | 'FAILED'; code: string; message: string }) {
  const { tx, session, now } = ctx
  const person = await personOf(tx, session)
  const { rows } = await sql<Standing>`
    select s.id, s.code, s.status, s.transaction_id as "transactionId", k.partner_id as "partnerId", p.code as partner, k.external_ref as "externalRef", s.teller_staff_id as "staffId",
      d.full_name as teller, h.code as till
    from cash.slip s join payment.transaction_key k on k.transaction_id = s.transaction_id join organisation.partner p on p.id = k.partner_id
      join organisation.staff d on d.id = s.teller_staff_id join cash.holding h on h.id = s.till_id
    where s.id = ${id} and s.direction = 'OUT' and s.unit_id = ${person.unitId}`.execute(tx)
  const [slip] = rows
  if (!slip) throw new AppError(errors.notFound)
  const { code, teller, till, transactionId } = slip
  if (slip.staffId !== person.staffId) throw new AppError(payErrors.othersClaim, { slip: code, teller, till })
  if (slip.partner !== PORTAL) throw new AppError(payErrors.channelsClaim, { slip: code })
  await assertUnderWay(tx, slip)
  const result = await payments.outcome(deskContext(ctx), {
    ...{ partnerId: slip.partnerId, externalRef: slip.externalRef, outcome, occurredAt: isoLocal(now) },
  })
  if (result.status === 'refused') throw result.error
  const status = outcome.status === 'SUCCEEDED' ? 'PAID' : 'RELEASED'
  ctx.subject(SLIP, id, { before: { status: slip.status }, after: { code, status } })
  return { id, transactionId }
}

/** Throws CSH-630 when its minutes were over before, CSH-632 when it has ended. The transaction is locked from here on. */
async function assertUnderWay(tx: Tx, { transactionId, code }: Standing): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select t.status from payment.transaction_key k join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
    where k.transaction_id = ${transactionId} for no key update of t`.execute(tx)
  const status = rows[0]?.status
  if (status === 'UNKNOWN') throw new AppError(payErrors.claimUnknown, { slip: code })
  if (status !== 'INITIATED') throw new AppError(payErrors.claimEnded, { slip: code })
}

async function desk({ runtime, session, now }: RequestContext, parts: PayParts): Promise<OutputOf<typeof payDesk>> {
  const { db } = runtime
  const person = await findPerson(db, session.userId)
  if (!person) return { till: null, now: isoLocal(now), claims: [], paid: [], orders: [] }
  const { rows } = await sql<{ code: string; unitName: string }>`
    select h.code, u.name as "unitName" from cash.shift s join cash.holding h on h.id = s.till_id join organisation.unit u on u.id = s.unit_id
    where s.teller_staff_id = ${person.staffId} and s.status = 'OPEN'`.execute(db)
  const own = sql`s.teller_staff_id = ${person.staffId} and s.direction = 'OUT'`
  const claims = await claimsOf(db, parts, sql`${own} and s.status in ('CLAIMED', 'UNKNOWN')`)
  // Who counts the till is not shown what went out of it.
  const paid = await claimsOf(
    db,
    parts,
    sql`${own} and s.status in ('PAID', 'EXCESS') and s.business_date >= ${localDate(now)}::date and not exists (
      select from cash.count_session c where c.holding_id = s.till_id and c.counter_staff_id = s.teller_staff_id and c.ended_at is null)`,
  )
  const orders = await ordersOf(db, person, { userId: session.userId, today: localDate(now) })
  return { till: rows[0] ?? null, now: isoLocal(now), claims, paid: paid.slice(0, LATEST), orders }
}

/** Orders of the teller that wait, may be paid, or were rejected: of each record the last one, unless the till is hidden from the reader. */
async function ordersOf(db: Queryable, { staffId, unitId }: CashPerson, { userId, today }: { userId: string; today: string }): Promise<PayOrder[]> {
  const day = (await counterDates(db, [unitId], today)).get(unitId) ?? today
  const { rows } = await sql<Omit<PayOrder, 'createdAt'> & { at: Date }>`
    select * from (
      select distinct on (o.source_kind, o.source_id) o.id, o.code, o.source_kind as kind, o.source_code as "sourceCode", o.person_name as "personName", o.amount, o.status,
        o.created_at as at, o.decision_note as note
      from cash.cash_order o where o.teller_staff_id = ${staffId} and o.business_date >= ${day}::date and not ${isBlind('o.till_id', userId)}
      order by o.source_kind, o.source_id, o.id desc) last
    where status in ('PENDING', 'APPROVED', 'REJECTED') order by id desc limit ${SHOWN}`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, createdAt: isoLocal(at) }))
}

async function claimsOf(db: Queryable, { claimMinutes }: Pick<PayParts, 'claimMinutes'>, which: ReturnType<typeof sql>): Promise<PayClaim[]> {
  const minutes = await parameter(db, claimMinutes)
  const { rows } = await sql<Omit<PayClaim, 'claimedAt' | 'heldUntil' | 'paidAt' | 'sourceCode'> & { sourceCode: string; at: Date; paid: Date | null }>`
    select s.id, s.transaction_id as "transactionId", s.code, s.source_kind as kind, s.source_id as "sourceCode", s.status, s.amount, s.person_name as "personName",
      s.identity_type as "identityType", s.identity_number as "identityNumber", s.updated_at as at, s.version,
      (select t.updated_at from payment.transaction t where t.id = s.transaction_id and t.business_date = k.business_date and s.status in ('PAID', 'EXCESS')) as paid,
      ${pendingAnswer('payment.transaction', 's.transaction_id')} as "pendingRequestId",
      case when p.code <> ${PORTAL} then p.name end as channel
    from cash.slip s join payment.transaction_key k on k.transaction_id = s.transaction_id join organisation.partner p on p.id = k.partner_id where ${which} order by s.id desc limit 20`.execute(
    db,
  )
  return rows.map(({ at, paid, identityNumber, ...row }) => ({
    ...row,
    identityNumber: maskedNumber(identityNumber),
    claimedAt: isoLocal(at),
    paidAt: paid && isoLocal(paid),
    heldUntil: isoLocal(new Date(at.getTime() + minutes * MINUTE_MS)),
  }))
}
