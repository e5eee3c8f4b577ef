import { sql } from 'kysely'
import { z } from 'zod'
import type { DecidedContext } from '#core/approvals/server/public.ts'
import { consumeLimit } from '#core/limits/server/public.ts'
import type { DecideByStatement } from '#core/outcomes/server/public.ts'
import { type PaymentDesk, type PaymentService, type PortalLine, refundAction } from '#core/payments/server/public.ts'
import { localDate, startOfDay } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { settlementErrors } from '../contract/settlement-errors.ts'
import type { BreakAction, BreakFacts, BreakLine, ReconciliationPlug } from './plug.ts'

/** What a line of a statement is as a report of the partner, without what all reports have; undefined where it does not say enough. */
export type LineOfStatement = (tx: Tx, line: BreakLine, partnerId: string) => Promise<Readonly<Record<string, unknown>> | undefined>

export interface TransactionActions {
  services: readonly PaymentService[]
  payments: PaymentDesk
  byStatement: DecideByStatement
  /** How a transaction of ours that is missing is made of a line; left out where none is. */
  lineOf?: LineOfStatement
}

const OPEN = ['PROCESSING', 'UNKNOWN']
const GIVEN_BACK_FROM = ['SUCCEEDED', 'PARTIALLY_REFUNDED']
const NOON_MS = 12 * 3_600_000

const ofSide = ({ lines }: Pick<BreakFacts, 'lines'>, side: BreakLine['side']) => lines.filter((line) => line.side === side)

/** The one transaction of ours that a break is about. */
function onlyOurs(facts: Pick<BreakFacts, 'lines'>): BreakLine & { sourceId: string } {
  const [line, ...more] = ofSide(facts, 'O')
  if (!line || line.sourceId === null || more.length > 0) throw new AppError(settlementErrors.notOne)
  return { ...line, sourceId: line.sourceId }
}

const isOnly = (facts: Pick<BreakFacts, 'lines'>, states: readonly string[]): boolean => {
  const ours = ofSide(facts, 'O')
  return ours.length === 1 && ours.every(({ status, sourceId }) => sourceId !== null && states.includes(status))
}

/** When the money of a line moved; a line without a time was there by noon, and by now. */
const timeOf = ({ at, day }: Pick<BreakLine, 'at' | 'day'>, now: Date): Date => at ?? new Date(Math.min(startOfDay(day).getTime() + NOON_MS, now.getTime()))

const placeOf = ({ fileName, fileRow }: BreakLine): string => [fileName, fileRow === null ? '' : `dòng ${fileRow}`].filter(Boolean).join(', ')

/** A line that we have no transaction of becomes one by the partner's own way in: admitted, charged and posted as if the partner had reported it. */
function createAction({ services, payments }: TransactionActions, lineOf: LineOfStatement): BreakAction {
  const codes = services.map(({ declaration: { code } }) => code)
  return {
    fits: (facts) => {
      const [line, ...more] = ofSide(facts, 'T')
      return (
        facts.partnerId !== null && ofSide(facts, 'O').length === 0 && more.length === 0 && line?.money === true && line.amount > 0n && line.reference !== ''
      )
    },
    async lacks(tx, facts) {
      const [line] = ofSide(facts, 'T')
      const own = line && facts.partnerId !== null && (await lineOf(tx, line, facts.partnerId))
      return own ? undefined : new AppError(settlementErrors.notReported)
    },
    async apply(ctx, facts) {
      const [line] = ofSide(facts, 'T')
      const { partnerId } = facts
      if (!line || partnerId === null) throw new AppError(settlementErrors.notReported)
      const own = await lineOf(ctx.tx, line, partnerId)
      if (!own) throw new AppError(settlementErrors.notReported)
      const at = timeOf(line, ctx.now).toISOString()
      const bankReference = line.documentNo || line.reference
      const told: PortalLine = {
        ...{ externalRef: line.reference, service: codes[0] as string, amount: formatMoney(line.amount), currency: 'VND', occurredAt: at, ...own },
        outcome: { status: 'SUCCEEDED', code: 'STATEMENT', message: `Theo sao kê ${placeOf(line)}`.slice(0, 255), evidence: { bankReference, bankTime: at } },
      }
      const { tx, approver } = ctx
      const result = await payments.send({ tx, ...approver }, partnerId, told).catch((error: unknown) => {
        // What the service's line needs and the statement does not say.
        if (error instanceof z.ZodError) throw new AppError(settlementErrors.notReported)
        throw error
      })
      if (result.status === 'refused') throw result.error
    },
  }
}

const sumOf = (lines: readonly BreakLine[]): Hundredths => lines.reduce((sum, { money, amount }) => (money ? sum + amount : sum), 0n)

/** The outcome by which a statement contradicts a transaction that has ended: money of one that failed, a refused line of one that succeeded. */
function contradiction(facts: Pick<BreakFacts, 'lines'>): 'SUCCEEDED' | 'FAILED' | undefined {
  const [ours] = ofSide(facts, 'O')
  const theirs = ofSide(facts, 'T')
  const moved = theirs.some(({ money }) => money)
  if (isOnly(facts, ['FAILED']) && moved && sumOf(theirs) === ours?.amount) return 'SUCCEEDED'
  return isOnly(facts, ['SUCCEEDED']) && theirs.length > 0 && !moved ? 'FAILED' : undefined
}

/**
 * The statement decides what nobody knew: a line of the same amount says that it was made, a statement without one that it was not. What it says against an
 * outcome that stands is booked as well.
 */
function outcomeAction({ byStatement }: TransactionActions): BreakAction {
  return {
    fits: (facts) => isOnly(facts, OPEN) || contradiction(facts) !== undefined,
    async apply(ctx, facts, { outcome: verdict, reason, proposedBy }) {
      const ours = onlyOurs(facts)
      const contradicting = contradiction(facts)
      if (!OPEN.includes(ours.status) && contradicting === undefined) throw new AppError(settlementErrors.notUnknown, { code: ours.sourceCode })
      if (verdict === undefined) throw new AppError(settlementErrors.noVerdict)
      if (contradicting !== undefined && verdict !== contradicting) throw new AppError(settlementErrors.otherVerdict)
      const theirs = ofSide(facts, 'T').filter(({ money }) => money)
      const sum = sumOf(theirs)
      if (verdict === 'SUCCEEDED' ? theirs.length === 0 || sum !== ours.amount : theirs.length > 0) throw new AppError(settlementErrors.otherVerdict)
      const line = theirs[0] ?? ofSide(facts, 'T')[0]
      await byStatement(ctx, {
        ...{
          transactionId: ours.sourceId,
          verdict,
          reason,
          proposedBy,
          at: line ? timeOf(line, ctx.now) : ctx.now,
          reference: line ? line.documentNo || line.reference : facts.sessionCode,
        },
        amount: ours.amount < 0n ? -ours.amount : ours.amount,
        source: line ? placeOf(line) : facts.sessionCode,
        message: line ? line.text || line.reference : `Sao kê của phiên ${facts.sessionCode} không có giao dịch này`,
      })
    },
  }
}

async function serviceOf(tx: Tx, services: readonly PaymentService[], transactionId: string): Promise<PaymentService> {
  const { rows } = await sql<{ service: string }>`
    select t.service from payment.transaction_key k join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
    where k.transaction_id = ${transactionId}`.execute(tx)
  const service = services.find(({ declaration: { code } }) => code === rows[0]?.service)
  if (!service) throw new AppError(errors.notFound)
  return service
}

/** By how much a payment of ours is more than the statement has of it. */
const surplusOf = (facts: Pick<BreakFacts, 'lines'>): Hundredths => sumOf(ofSide(facts, 'O')) - sumOf(ofSide(facts, 'T'))

/**
 * Gives back what our payment is more than the statement has of it, by the rules of any other refund; it counts against what whoever approves may give back
 * in a day. Where the statement has more, as of what was credited twice, giving back our one payment would put nothing right.
 */
function refundingAction({ services }: TransactionActions): BreakAction {
  return {
    fits: (facts) => isOnly(facts, GIVEN_BACK_FROM) && onlyOurs(facts).amount > 0n && surplusOf(facts) > 0n,
    async apply(ctx: DecidedContext, facts, { amount: wanted, reason }) {
      const ours = onlyOurs(facts)
      const { tx, now, principalId, approver } = ctx
      const refund = refundAction(await serviceOf(tx, services, ours.sourceId))
      const offer = await refund.offer(tx, ours.sourceId, now)
      if (!offer) throw new AppError(settlementErrors.notOne)
      const surplus = surplusOf(facts)
      let size = wanted ?? surplus
      if (size > surplus) throw new AppError(settlementErrors.overSurplus, { surplus: moneyText(surplus) })
      // What was given back before is not given back again.
      if (wanted === undefined && parseMoney(offer.greatest) < size) size = parseMoney(offer.greatest)
      const amount = formatMoney(size)
      const asked = { subjectId: ours.sourceId, amount, reason, ref: `reconciliation-break-${facts.id}` }
      await refund.hold(ctx, asked)
      await consumeLimit(tx, {
        kind: 'REFUND',
        personId: principalId ?? approver.session.userId,
        partnerId: facts.partnerId,
        day: localDate(now),
        amount: size,
      })
      await refund.apply(ctx, asked)
    },
  }
}

/** What resolutions do with transactions of payment services. */
export const transactionActions = (of: TransactionActions): ReconciliationPlug['actions'] => ({
  ...(of.lineOf ? { CREATE: createAction(of, of.lineOf) } : {}),
  OUTCOME: outcomeAction(of),
  REFUND: refundingAction(of),
})
