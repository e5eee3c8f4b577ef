import { sql } from 'kysely'
import { z } from 'zod'
import { type Described, decidedBy } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Text } from '#kernel/language.ts'
import { formatMoney, moneyText, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { keyContractKind } from '../../contract/key-accounts/approval-kinds.ts'
import { ContractPicture, type contractTerms, type proposeContractEnd, type proposeKeyContract } from '../../contract/key-accounts/changes.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'
import { feeProblem } from '../../contract/key-accounts/fees.ts'
import { en } from '../../labels/key-accounts/en.ts'
import { vi } from '../../labels/key-accounts/vi.ts'
import { keyAccountApproval } from './approval.ts'
import { asked } from './changes.ts'
import { requireState } from './drafts.ts'
import { keyAccounts } from './records.ts'

type ContractTerms = z.output<z.ZodObject<typeof contractTerms>>
type Step = ContractTerms['fees'][number]
type Proposed = OutputOf<typeof proposeKeyContract>

const optional = z.string().optional()
const StepPayload = z.strictObject({
  ...{ fromUnitId: optional, toUnitId: optional, amountFrom: z.string(), amountTo: optional, fixed: z.string(), rate: z.string() },
  ...{ minimum: z.string(), maximum: optional },
})
const Added = z.strictObject({
  action: z.literal('ADD'),
  ...{ number: z.string(), validFrom: z.string(), validTo: optional },
  cycle: z.enum(['DAILY', 'MON_WED_FRI', 'WEEKDAYS', 'T_PLUS_N', 'MONTHLY']),
  weekdays: z.array(z.enum(['1', '2', '3', '4', '5', '6', '7'])).optional(),
  ...{ cycleDays: z.number().optional(), monthDay: z.number().optional() },
  dateBasis: z.enum(['COLLECTED', 'DELIVERED']),
  netPostage: z.boolean(),
  postagePayer: z.enum(['BY_ITEM', 'SENDER', 'RECEIVER']),
  taxRate: z.string(),
  fees: z.array(StepPayload),
  proposedBy: z.string(),
})
const Ended = z.strictObject({ action: z.literal('END'), contractId: z.string(), validTo: z.string() })
const Payload = z.discriminatedUnion('action', [Added, Ended])
type Payload = z.output<typeof Payload>

/** Throws, each at its field: COB-205 to COB-214. */
export async function propose({ id, version, reason, ...terms }: InputOf<typeof proposeKeyContract>, ctx: CommandContext): Promise<Proposed> {
  const { row } = await keyAccounts.forChange(ctx, { id, version })
  requireState(row, ['DRAFT', 'ACTIVE', 'SUSPENDED'])
  checkCycle(terms, ctx)
  await checkFees(terms.fees, ctx)
  await requireApart(ctx.tx, id, terms)
  return asked(ctx, keyContract, { id, version, payload: { action: 'ADD', ...terms, proposedBy: ctx.session.account }, reason })
}

export async function proposeEnd({ id, version, reason, contractId, validTo }: InputOf<typeof proposeContractEnd>, ctx: CommandContext): Promise<Proposed> {
  await keyAccounts.forChange(ctx, { id, version })
  const contract = await contractOf(ctx.tx, id, contractId)
  const today = localDate(ctx.now)
  if (validTo < today || validTo < contract.validFrom || (contract.validTo !== null && validTo > contract.validTo))
    throw refusedField('validTo', keyAccountErrors.contractEnded, ctx.language, { number: contract.number })
  return asked(ctx, keyContract, { id, version, payload: { action: 'END', contractId, validTo }, reason })
}

function checkCycle({ validFrom, validTo, cycle, weekdays = [], cycleDays, monthDay }: ContractTerms, { language }: CommandContext): void {
  if (validTo !== undefined && validTo < validFrom) throw refusedField('validTo', keyAccountErrors.daysOrder, language)
  const fields = vi.fields.keyAccount
  const needs = (field: 'weekdays' | 'cycleDays' | 'monthDay'): AppError =>
    refusedField(field, keyAccountErrors.cycleFacts, language, { field: { vi: fields[field].toLowerCase(), en: en.fields.keyAccount[field].toLowerCase() } })
  if (cycle === 'WEEKDAYS' && weekdays.length === 0) throw needs('weekdays')
  if (cycle === 'T_PLUS_N' && cycleDays === undefined) throw needs('cycleDays')
  if (cycle === 'MONTHLY' && monthDay === undefined) throw needs('monthDay')
}

const ANY: Text = { vi: 'mọi tỉnh', en: 'any province' }

async function namesOf(db: Queryable, steps: readonly Step[]): Promise<Map<string, { name: string; level: string }>> {
  const ids = [...new Set(steps.flatMap(({ fromUnitId, toUnitId }) => [fromUnitId, toUnitId]).filter((id) => id !== undefined))]
  const rows = await db
    .selectFrom('organisation.unit')
    .select(['id', 'name', 'level'])
    .where('id', 'in', ['0', ...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** A hole or an overlap is named with its pair and its amounts. */
async function checkFees(steps: readonly Step[], { tx, language }: CommandContext): Promise<void> {
  const names = await namesOf(tx, steps)
  for (const [at, step] of steps.entries()) {
    const line = at + 1
    for (const id of [step.fromUnitId, step.toUnitId])
      if (id !== undefined && names.get(id)?.level !== 'PROVINCE') throw refusedField('fees', keyAccountErrors.provinceUnknown, language, { line })
    if (step.maximum !== undefined && parseMoney(step.maximum) < parseMoney(step.minimum))
      throw refusedField('fees', keyAccountErrors.feeBounds, language, { line })
  }
  const problem = feeProblem(steps)
  if (!problem) return
  if (problem.kind === 'PAIRS') throw refusedField('fees', keyAccountErrors.feePairs, language)
  const { fromUnitId, toUnitId } = steps[problem.line - 1] as Step
  const name = (id: string | undefined, of: 'vi' | 'en') => (id === undefined ? ANY[of] : (names.get(id)?.name ?? id))
  const pair = { vi: `${name(fromUnitId, 'vi')} → ${name(toUnitId, 'vi')}`, en: `${name(fromUnitId, 'en')} → ${name(toUnitId, 'en')}` }
  if (problem.kind === 'OPEN_END') throw refusedField('fees', keyAccountErrors.feeOpenEnd, language, { pair, from: moneyText(problem.from) })
  const error = problem.kind === 'HOLE' ? keyAccountErrors.feeHole : keyAccountErrors.feeOverlap
  throw refusedField('fees', error, language, { pair, from: moneyText(problem.from), to: moneyText(problem.to) })
}

/** Throws COB-205 and COB-206. */
async function requireApart(
  tx: Tx,
  keyAccountId: string,
  { number, validFrom, validTo }: Pick<ContractTerms, 'number' | 'validFrom' | 'validTo'>,
): Promise<void> {
  const { rows } = await sql<{ number: string; from: string; to: string | null; same: boolean }>`
    select number, valid_from::text as from, valid_to::text as to, number = ${number} as same from cob.key_contract where key_account_id = ${keyAccountId}
      and (number = ${number} or daterange(valid_from, valid_to, '[]') && daterange(${validFrom}::date, ${validTo ?? null}::date, '[]')) order by same desc, valid_from limit 1`.execute(
    tx,
  )
  const [other] = rows
  if (!other) return
  if (other.same) throw new AppError(keyAccountErrors.contractTaken, { number })
  throw new AppError(keyAccountErrors.overlapping, { number: other.number, from: showDate(other.from), to: other.to === null ? '…' : showDate(other.to) })
}

async function contractOf(tx: Tx, keyAccountId: string, id: string) {
  const { rows } = await sql<{ number: string; validFrom: string; validTo: string | null; cycle: string }>`
    select number, valid_from::text as "validFrom", valid_to::text as "validTo", cycle from cob.key_contract where id = ${id} and key_account_id = ${keyAccountId}`.execute(
    tx,
  )
  if (!rows[0]) throw new AppError(keyAccountErrors.noContract, { keyAccount: '', day: '' })
  return rows[0]
}

/** A fee table as one text, a step a line, for whoever decides. */
async function feeText(tx: Tx, steps: readonly Step[]): Promise<string> {
  const names = await namesOf(tx, steps)
  const name = (id: string | undefined) => (id === undefined ? '*' : (names.get(id)?.name ?? id))
  const money = (text: string) => moneyText(parseMoney(text)).vi
  return steps
    .map(({ fromUnitId, toUnitId, amountFrom, amountTo, fixed, rate, minimum, maximum }) => {
      const pair = `${name(fromUnitId)} → ${name(toUnitId)}`
      const amounts = `${money(amountFrom)} – ${amountTo === undefined ? '∞' : money(amountTo)}`
      const bounds = `${money(minimum)} – ${maximum === undefined ? '∞' : money(maximum)}`
      return `${pair}: ${amounts}: ${money(fixed)} + ${rate} % [${bounds}]`
    })
    .join('\n')
}

const cycleNote = ({ weekdays = [], cycleDays, monthDay }: Pick<ContractTerms, 'weekdays' | 'cycleDays' | 'monthDay'>) =>
  weekdays.length > 0 ? weekdays.map((day) => `${vi.enums.weekday[day]} / ${en.enums.weekday[day]}`).join(', ') : String(cycleDays ?? monthDay ?? '') || null

/** A contract takes effect, or ends, once two people agree. */
export const keyContract = keyAccountApproval<Payload>({
  ...keyContractKind,
  payload: Payload,
  picture: ContractPicture,
  async describe(row, payload, { tx }): Promise<Pick<Described, 'before' | 'after'>> {
    if (payload.action === 'END') {
      const { number, validFrom, validTo } = await contractOf(tx, row.id, payload.contractId)
      return { before: { number, validFrom, validTo }, after: { number, validFrom, validTo: payload.validTo } }
    }
    await requireApart(tx, row.id, payload)
    return {
      before: {},
      after: {
        ...{ number: payload.number, validFrom: payload.validFrom, validTo: payload.validTo ?? null, cycle: payload.cycle, cycleNote: cycleNote(payload) },
        ...{ dateBasis: payload.dateBasis, netPostage: payload.netPostage ? '✓' : '–', postagePayer: payload.postagePayer, taxRate: `${payload.taxRate} %` },
        fees: await feeText(tx, payload.fees),
      },
    }
  },
  async apply(row, payload, ctx) {
    requireState(row, ['DRAFT', 'ACTIVE', 'SUSPENDED'])
    const { by, at } = decidedBy(ctx)
    if (payload.action === 'END') {
      await sql`update cob.key_contract set valid_to = ${payload.validTo}, updated_by = ${by}, updated_at = ${at}, version = version + 1
        where id = ${payload.contractId} and key_account_id = ${row.id}`.execute(ctx.tx)
    } else {
      await requireApart(ctx.tx, row.id, payload)
      await keepContract(ctx.tx, row.id, payload, { by, at })
    }
    await keyAccounts.save(ctx.tx, { by, at }, row, {})
  },
})

/** Writes a contract that was agreed to, with its fees. */
export async function keepContract(
  tx: Tx,
  keyAccountId: string,
  { fees, ...terms }: Omit<z.output<typeof Added>, 'action'>,
  { by, at }: { by: string; at: Date },
): Promise<string> {
  const { number, validFrom, validTo, cycle, weekdays = [], cycleDays, monthDay, dateBasis, netPostage, postagePayer, taxRate, proposedBy } = terms
  const { rows } = await sql<{ id: string }>`
    insert into cob.key_contract (key_account_id, number, valid_from, valid_to, cycle, weekdays, cycle_days, month_day, date_basis, net_postage, postage_payer, tax_rate,
      proposed_by, agreed_by, agreed_at, updated_by, updated_at)
    values (${keyAccountId}, ${number}, ${validFrom}, ${validTo ?? null}, ${cycle}, ${(cycle === 'WEEKDAYS' ? weekdays : []).map(Number)}::smallint[],
      ${cycle === 'T_PLUS_N' ? (cycleDays ?? null) : null}, ${cycle === 'MONTHLY' ? (monthDay ?? null) : null}, ${dateBasis}, ${netPostage}, ${postagePayer}, ${taxRate},
      ${proposedBy}, ${by}, ${at}, ${by}, ${at}) returning id`.execute(tx)
  const contractId = (rows[0] as { id: string }).id
  const money = (text: string) => formatMoney(parseMoney(text))
  await tx
    .insertInto('cob.key_fee_step')
    .values(
      fees.map((step, line) => ({
        ...{ contract_id: contractId, line: line + 1, from_unit_id: step.fromUnitId ?? null, to_unit_id: step.toUnitId ?? null },
        ...{
          amount_from: money(step.amountFrom),
          amount_to: step.amountTo === undefined ? null : money(step.amountTo),
          fixed: money(step.fixed),
          rate: step.rate,
        },
        ...{ minimum: money(step.minimum), maximum: step.maximum === undefined ? null : money(step.maximum) },
      })),
    )
    .execute()
  return contractId
}
