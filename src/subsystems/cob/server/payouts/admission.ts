import { counterErrors, isOldPaper } from '#core/cash/contract/counter/counter.ts'
import { type AtCounter, countersOf, type PayoutDesk, payoutDesk, refusedShift } from '#core/cash/server/public.ts'
import type { ParameterDefinition } from '#core/masterdata/contract/parameters/parameter-types.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import type { Admission, AdmissionContext, ReportedLine } from '#core/payments/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import { fold } from '#kernel/text.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { depositErrors } from '../../contract/deposit-errors.ts'
import { senderPayoutErrors } from '../../contract/payouts/errors.ts'
import { type SenderPayoutReport, senderPayoutService, senderSlip } from '../../contract/payouts/service.ts'
import { accountOf, claimRefusal, holdReasons, lockByCode, type PayableItem, payoutRefusal, retailPayable } from './items.ts'

type Line = ReportedLine<SenderPayoutReport>
type Asked = Pick<Line, 'facts' | 'language'>
export type Own = { itemCode: string | null; tillCode: string; tellerCode: string; withoutShift: boolean }

/** What `stored` needs of a report. */
export interface Follow {
  at: AtCounter
  facts: SenderPayoutReport
  item: PayableItem
  excess: boolean
}

interface Desk {
  items: Map<string, PayableItem>
  reasons: Record<Language, ReadonlyMap<string, string>>
  money: PayoutDesk
  payable: string
  wrongPaid: string
}

export const sourceOf = ({ code }: Pick<PayableItem, 'code'>) => ({ kind: senderSlip.kind, id: code, code })

/** Which reports may be stored: their counter and their item, all of them looked up together; items are locked. `guaranteed`: as for every payout in cash. */
export const admitFor =
  (guaranteed: ParameterDefinition<'BOOLEAN'>) =>
  async (reports: readonly Line[], ctx: AdmissionContext): Promise<(AppError | Admission<Own>)[]> => {
    const { tx, db } = ctx
    const counters = await countersOf(tx, reports)
    const items = await lockByCode(
      tx,
      reports.map(({ facts }) => facts.itemCode),
    )
    const asked = reports.flatMap(({ facts, fact }, n) => {
      const at = counters[n]
      const item = items.get(facts.itemCode)
      // Nobody has asked its sender for a paper when it was accepted: who fetches it is who is told apart.
      return item && !fact && at && !(at instanceof AppError)
        ? [{ till: at.till, source: sourceOf(item), owner: facts.payee.identityNumber, amount: parseMoney(facts.amount) }]
        : []
    })
    const desk: Desk = {
      items,
      reasons: { vi: await holdReasons(tx, 'vi'), en: await holdReasons(tx, 'en') },
      money: await payoutDesk(ctx, asked, await parameter(db, guaranteed)),
      payable: await retailPayable(tx),
      wrongPaid: await accountOf(tx, senderPayoutService.code, 'wrongPaid'),
    }
    const admitted = reports.map((report, n) => {
      const at = counters[n] as AppError | AtCounter
      return at instanceof AppError ? at : admitOne(report, at, desk)
    })
    await desk.money.keep()
    return admitted
  }

function admitOne({ facts, language, fact }: Line, at: AtCounter, desk: Desk): AppError | Admission<Own> {
  const item = desk.items.get(facts.itemCode)
  if (!item) return refusedField('itemCode', depositErrors.itemUnknown, language, { item: facts.itemCode })
  if (isOldPaper(facts.payee)) return refusedField('payee.identityNumber', counterErrors.oldPaper, language)
  const asked = { facts, language }
  const refused = fact ? undefined : (refusedRequest(asked, item, at, desk) ?? refusedMoney(asked, item, at, desk))
  if (refused) return refused
  // What was paid although the item did not owe it (any more): whoever paid it owes it.
  const excess = fact && (payoutRefusal(item, desk.reasons.vi) !== undefined || parseMoney(facts.amount) !== item.amount)
  // The next report of the same group finds it taken; an attempt that failed leaves it as it was.
  if (!excess && facts.outcome?.status !== 'FAILED') item.payout = { status: 'CLAIMED', office: at.till.unitName, at: new Date(facts.occurredAt) }
  return {
    payer: { name: at.till.unitName },
    payee: { name: facts.payee.name },
    place: at.till,
    tellerStaffId: at.tellerStaffId,
    orderRef: item.code,
    accounts: { till: at.till.accountId, payable: excess ? desk.wrongPaid : desk.payable },
    own: { itemCode: item.code, tillCode: facts.till, tellerCode: facts.teller, withoutShift: at.shift?.tillId !== at.till.id },
    follow: { at, facts, item, excess } satisfies Follow,
  }
}

/** Why a request to pay is refused: the counter, the item, the person. */
function refusedRequest({ facts, language }: Asked, item: PayableItem, at: AtCounter, { reasons }: Desk): AppError | undefined {
  const refused = refusedShift(at.shift, at.till.id) ?? claimRefusal(item, reasons[language])
  if (refused) return refused
  if (facts.paper !== undefined || fold(facts.payee.name) === fold(item.senderName)) return undefined
  return refusedField('payee.name', senderPayoutErrors.otherPerson, language)
}

function refusedMoney({ facts, language }: Asked, item: PayableItem, { till, tellerStaffId }: AtCounter, { money }: Desk): AppError | undefined {
  const amount = parseMoney(facts.amount)
  if (amount !== item.amount) return refusedField('amount', senderPayoutErrors.otherAmount, language, { item: item.code, amount: moneyText(item.amount) })
  return money.refuses({ source: sourceOf(item), amount, till, tellerStaffId, payee: facts.payee, owner: facts.payee.identityNumber, language })
}
