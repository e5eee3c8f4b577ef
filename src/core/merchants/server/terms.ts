import { z } from 'zod'
import { ask, decidedBy } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { merchantTermsKind } from '../contract/approval-kinds.ts'
import { APPROVE, type proposeTerms, TermsPicture } from '../contract/changes.ts'
import { merchantErrors } from '../contract/errors.ts'
import { MERCHANTS } from '../contract/words.ts'
import { merchantApproval } from './approval.ts'
import { numbersOf, ownOf } from './call-back.ts'
import { checkTaxCode, checkTerms, requireState, type Terms, termColumns, writeContacts } from './drafts.ts'
import { contactLines, contactsOf, MERCHANT, type MerchantRow, merchants, planCode, termsOf } from './records.ts'

const Person = z.strictObject({ name: z.string(), role: z.string().optional(), phone: z.string().optional(), email: z.string().optional() })
const Payload = z.strictObject({
  // Requests of an earlier version say nothing of these.
  ...{ name: z.string().optional(), phone: z.string().optional(), email: z.string().optional(), contacts: z.array(Person).optional() },
  legalName: z.string(),
  legalKind: z.enum(['ENTERPRISE', 'HOUSEHOLD', 'INDIVIDUAL']),
  taxCode: z.string(),
  representative: z.string(),
  feePlanId: z.string().optional(),
  settlementCycle: z.enum(['T0', 'T1', 'WEEKLY']),
  settlementWeekday: z.enum(['1', '2', '3', '4', '5', '6', '7']).optional(),
  limitOnce: z.string().optional(),
  limitDay: z.string().optional(),
})

export async function propose({ id, version, reason, ...terms }: InputOf<typeof proposeTerms>, ctx: CommandContext): Promise<OutputOf<typeof proposeTerms>> {
  const { row } = await merchants.forChange(ctx, { id, version })
  requireState(row, ['ACTIVE', 'LOCKED'])
  await checkTerms(ctx, terms, id)
  const { requestId, subjectVersion } = await ask(ctx, merchantTerms, { subjectId: id, version, payload: terms, reason })
  ctx.subject(MERCHANT, id, { after: { request: requestId, requested: { reason } } })
  return { id, version: subjectVersion, requestId }
}

const money = (text: string | undefined) => (text === undefined ? null : formatMoney(parseMoney(text)))

type Asked = z.output<typeof Payload>

/** The request in full: what an earlier version did not ask for stays as it is. */
const inFull = async (tx: Tx, row: MerchantRow, asked: Asked): Promise<Terms> =>
  asked.name === undefined || asked.phone === undefined
    ? { ...asked, name: row.name, phone: row.phone, email: row.email, contacts: await contactsOf(tx, row.id) }
    : { ...asked, name: asked.name, phone: asked.phone, contacts: asked.contacts ?? [] }

/** Name, contacts, legal identity, fee plan, cycle and limits of a merchant that is open. */
export const merchantTerms = merchantApproval<Asked>({
  ...merchantTermsKind,
  payload: Payload,
  picture: TermsPicture,
  entity: 'merchants.request',
  ask: `${MERCHANTS}/submit`,
  approve: APPROVE.terms,
  async describe(row, asked, { tx }) {
    const terms = await inFull(tx, row, asked)
    const before = await termsOf(tx, row)
    const after = {
      name: terms.name,
      phone: terms.phone,
      email: terms.email || null,
      contacts: contactLines(terms.contacts),
      legalName: terms.legalName,
      legalKind: terms.legalKind,
      taxCode: terms.taxCode,
      representative: terms.representative,
      feePlanCode: await planCode(tx, terms.feePlanId ?? null),
      settlementCycle: terms.settlementCycle,
      settlementWeekday: terms.settlementWeekday ?? null,
      limitOnce: money(terms.limitOnce),
      limitDay: money(terms.limitDay),
    }
    if (Object.entries(after).every(([field, value]) => before[field] === value)) throw new AppError(merchantErrors.nothingChanged)
    return { before, after }
  },
  async apply(row, asked, ctx) {
    const { tx } = ctx
    requireState(row, ['ACTIVE', 'LOCKED'])
    await checkTaxCode(tx, asked.taxCode, row.id)
    const terms = await inFull(tx, row, asked)
    const known = new Map((await numbersOf(tx, ownOf(row))).map(({ phone, since }) => [phone, since]))
    const stamp = decidedBy(ctx)
    const sinceOf = (phone: string) => (known.has(phone) ? (known.get(phone) ?? null) : stamp.at)
    await writeContacts(tx, row.id, terms.contacts, sinceOf)
    return merchants.save(tx, stamp, row, { ...termColumns(terms), phone_since: sinceOf(terms.phone) })
  },
})
