import { counterErrors, isOldPaper } from '#core/cash/contract/counter/counter.ts'
import { type AtCounter, countersOf, type PayoutDesk, payoutDesk, refusedShift } from '#core/cash/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import type { Admission, AdmissionContext, ReportedLine } from '#core/payments/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cfmErrors } from '../contract/errors.ts'
import { MAX_TRIES } from '../contract/machine.ts'
import { guaranteeKept } from '../contract/parameters.ts'
import type { CfmReport, PayoutReport, TransferReport } from '../contract/service.ts'
import { moneyOrderSlip } from '../contract/slip-kinds.ts'
import { claimedFacts, keepTries, lockOrders, type OrderRow, refusedBeside } from './orders.ts'
import { hashOf, isSecret, secretOf } from './secret.ts'

type Line<Facts = CfmReport> = ReportedLine<Facts>
export type Own = { orderCode: string | null; tillCode: string; tellerCode: string; withoutShift: boolean }

/** What `stored` needs of a report. */
export type Follow = { at: AtCounter } & (
  | { type: 'TRANSFER'; facts: TransferReport; secretHash: string }
  | { type: 'PAYOUT'; facts: PayoutReport; order: OrderRow; excess: boolean }
)

/** Which reports may be stored: their counter, and for a payout its order, all of them looked up together. */
export async function admit(lines: readonly Line[], ctx: AdmissionContext): Promise<(AppError | Admission<Own>)[]> {
  const counters = await countersOf(ctx.tx, lines)
  const payouts = lines.flatMap(({ facts }) => (facts.type === 'PAYOUT' ? [facts.orderCode.toUpperCase()] : []))
  const desk = payouts.length === 0 ? undefined : await openDesk(lines, counters, payouts, ctx)
  const admitted = lines.map((line, n) => {
    const at = counters[n] as AppError | AtCounter
    if (at instanceof AppError) return at
    return isTransfer(line) ? admitTransfer(line, at, ctx) : admitPayout(line as Line<PayoutReport>, at, desk as Desk, ctx)
  })
  if (desk) {
    await keepTries(ctx.tx, desk.tried)
    await desk.money.keep()
  }
  return admitted
}

const isTransfer = (line: Line): line is Line<TransferReport> => line.facts.type === 'TRANSFER'

/** What payouts are judged by; changes as they are admitted one after the other. */
interface Desk {
  orders: Map<string, OrderRow>
  money: PayoutDesk
  /** Orders whose secret was tried. */
  tried: OrderRow[]
  wrongPaid: string
}

async function openDesk(lines: readonly Line[], counters: readonly (AppError | AtCounter)[], codes: readonly string[], ctx: AdmissionContext): Promise<Desk> {
  const { tx } = ctx
  const orders = await lockOrders(tx, codes)
  const asked = lines.flatMap(({ facts, fact }, n) => {
    const at = counters[n]
    if (facts.type !== 'PAYOUT' || fact || !at || at instanceof AppError) return []
    const order = orders.get(facts.orderCode.toUpperCase())
    return order ? [{ till: at.till, source: sourceOf(order), owner: facts.payee.identityNumber, amount: parseMoney(facts.amount) }] : []
  })
  const money = await payoutDesk(ctx, asked, await parameter(ctx.db, guaranteeKept))
  const { account_id: wrongPaid } = await tx
    .selectFrom('payment.service_account')
    .select('account_id')
    .where('service', '=', lines[0]?.facts.service ?? '')
    .where('role', '=', 'wrongPaid')
    .executeTakeFirstOrThrow()
  return { orders, money, tried: [], wrongPaid }
}

function admitTransfer({ facts, language, partnerId }: Line<TransferReport>, at: AtCounter, { secretKey }: AdmissionContext): AppError | Admission<Own> {
  const { sender, receiver, purpose, externalRef } = facts
  if (isOldPaper(sender)) return refusedField('sender.identityNumber', counterErrors.oldPaper, language)
  const secretHash = hashOf(secretKey, secretOf(secretKey, { partnerId, externalRef }), `${partnerId} ${externalRef}`).toString('hex')
  const follow: Follow = { type: 'TRANSFER', at, facts, secretHash }
  return { payer: { name: sender.name }, payee: { name: receiver.name }, memo: purpose, ...placeOf(at, facts, null), follow }
}

function placeOf(at: AtCounter, { till, teller }: CfmReport, orderCode: string | null) {
  return {
    place: at.till,
    tellerStaffId: at.tellerStaffId,
    accounts: { till: at.till.accountId },
    own: { orderCode, tillCode: till, tellerCode: teller, withoutShift: at.shift?.tillId !== at.till.id },
  }
}

const dueOf = ({ status, amount, returnAmount }: OrderRow, { payTo }: PayoutReport) => (payTo === 'SENDER' && status === 'RETURNING' ? returnAmount : amount)

function admitPayout(line: Line<PayoutReport>, at: AtCounter, desk: Desk, ctx: AdmissionContext): AppError | Admission<Own> {
  const { facts, language, fact, partnerId } = line
  const order = desk.orders.get(facts.orderCode.toUpperCase())
  if (!order) return refusedField('orderCode', cfmErrors.orderUnknown, language, { order: facts.orderCode })
  const amount = parseMoney(facts.amount)
  // The report of the payment that the order has: told again, it is a repeat whatever has become of it.
  const own = order.claim?.externalRef === facts.externalRef && order.claim.partnerId === partnerId
  if (isOldPaper(facts.payee)) return refusedField('payee.identityNumber', counterErrors.oldPaper, language)
  const refused = own || fact ? undefined : (refusedRequest(line, order, at, desk, ctx) ?? refusedMoney(line, amount, order, at, desk))
  if (refused) return refused
  const excess = fact && !own && (order.claim !== undefined || order.heldPayment?.made || !isPayable(order, facts) || amount !== dueOf(order, facts))
  // An attempt that failed leaves the order as it was.
  if (!own && !excess && facts.outcome?.status !== 'FAILED')
    order.claim = { externalRef: facts.externalRef, partnerId, office: at.till.unitName, at: new Date(facts.occurredAt), slipStatus: 'CLAIMED' }
  if (excess && facts.outcome?.status !== 'FAILED') order.doubt ??= { code: facts.externalRef, office: at.till.unitName }
  const place = placeOf(at, facts, order.code)
  return {
    payer: { name: at.till.unitName },
    payee: { name: facts.payee.name },
    orderRef: order.code,
    ...place,
    // Cash that was paid out for nothing that is owed: whoever paid it owes it.
    ...(excess ? { accounts: { ...place.accounts, payable: desk.wrongPaid } } : {}),
    follow: { type: 'PAYOUT', at, facts, order, excess } satisfies Follow,
  }
}

function isPayable({ status }: OrderRow, { payTo }: PayoutReport): boolean {
  const open = status === 'SENT' || status === 'NOTIFIED'
  return payTo === 'RECEIVER' ? open : open || status === 'RETURNING'
}

/** Why a request to pay out is refused: the counter, the order, the secret, the person. */
function refusedRequest(line: Line<PayoutReport>, order: OrderRow, at: AtCounter, desk: Desk, { secretKey }: AdmissionContext): AppError | undefined {
  const { facts, language } = line
  const { payTo, payee } = facts
  const named = { order: order.code }
  const shift = refusedShift(at.shift, at.till.id)
  if (shift) return shift
  if (order.claim) return new AppError(cfmErrors.claimed, claimedFacts(order.code, order.claim))
  if (order.disputed) return new AppError(cfmErrors.sendingDisputed, named)
  if (order.heldPayment) return refusedBeside(order.code, order.heldPayment)
  if (order.doubt) return new AppError(cfmErrors.doubted, { ...named, office: order.doubt.office, transaction: order.doubt.code })
  if (!isPayable(order, facts)) return new AppError(payTo === 'RECEIVER' ? cfmErrors.notPayable : cfmErrors.notReturnable, named)
  if (payTo === 'SENDER') {
    if (at.till.unitId !== order.unitId) return new AppError(cfmErrors.notSendingOffice)
    return payee.identityNumber === order.senderIdentity ? undefined : refusedField('payee.identityNumber', cfmErrors.otherPerson, language)
  }
  if (order.wrongTries >= MAX_TRIES) return new AppError(cfmErrors.locked, named)
  if (facts.secret === undefined) return refusedField('secret', cfmErrors.secretNeeded, language)
  if (!isSecret(secretKey, facts.secret, order.secretOf, order.secretHash)) {
    order.wrongTries += 1
    desk.tried.push(order)
    const left = MAX_TRIES - order.wrongTries
    return left === 0 ? new AppError(cfmErrors.locked, named) : refusedField('secret', cfmErrors.secretWrong, language, { left })
  }
  const known = order.receiverIdentity
  return known === null || known === payee.identityNumber ? undefined : refusedField('payee.identityNumber', cfmErrors.otherPerson, language)
}

/** Why it is refused for its money: another amount, or what the desk says. */
function refusedMoney(line: Line<PayoutReport>, amount: Hundredths, order: OrderRow, { till, tellerStaffId }: AtCounter, desk: Desk): AppError | undefined {
  const { facts, language } = line
  const due = dueOf(order, facts)
  if (amount !== due) return refusedField('amount', cfmErrors.otherAmount, language, { order: order.code, amount: moneyText(due) })
  // An order is fetched by whom it is owed to.
  return desk.money.refuses({ source: sourceOf(order), amount, till, tellerStaffId, payee: facts.payee, owner: facts.payee.identityNumber, language })
}

/** As its slips name it. */
const sourceOf = ({ code }: OrderRow) => ({ kind: moneyOrderSlip.kind, id: code, code })
