import { sql } from 'kysely'
import { fireAccount } from '#core/ledger/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { defineRecord, type Ref, type RowOf } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cashErrors } from '../contract/errors.ts'
import { changeHoldingStatus, createHolding, holdingErrors, holdingMachine, setSingleHanded, updateHolding } from '../contract/holdings.ts'
import { openHoldings } from './holdings.ts'
import { openShiftsOf } from './open-shifts.ts'

export const holdings = defineRecord({
  table: 'cash.holding',
  scoped: true,
  machine: holdingMachine,
  unique: { column: 'code', error: cashErrors.holdingExists },
  picture: (row) => ({
    code: row.code,
    name: row.name,
    kind: row.kind,
    unitId: row.unit_id,
    staffId: row.staff_id,
    ceiling: row.ceiling,
    floor: row.floor,
    ceilingPolicy: row.ceiling_policy,
    status: row.status,
  }),
})

export function registerHoldingChanges(on: Registrar): void {
  on.command(createHolding, create)
  on.command(updateHolding, update)
  on.command(changeHoldingStatus, changeStatus)
  on.command(setSingleHanded, setSingle)
}

type Terms = Pick<InputOf<typeof createHolding>, 'staffId' | 'ceiling' | 'floor'>

/** Throws CSH-103 to CSH-105 at the field that is wrong. */
async function checkTerms(ctx: CommandContext, kind: string, { staffId, ceiling, floor }: Terms): Promise<void> {
  const { scope, language } = ctx
  if (kind === 'COURIER' && !staffId) throw refusedField('staffId', holdingErrors.courierNeedsHolder, language)
  if (ceiling && parseMoney(ceiling) < parseMoney(floor)) throw refusedField('ceiling', holdingErrors.ceilingBelowFloor, language)
  if (!staffId) return
  const holder = await scope
    .selectFrom('organisation.staff as s')
    .select('s.unit_id')
    .where('s.id', '=', staffId)
    .where('s.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!holder?.unit_id) throw refusedField('staffId', holdingErrors.holderUnknown, language)
}

async function create({ code, name, kind, unitId, ...terms }: InputOf<typeof createHolding>, ctx: CommandContext): Promise<Ref> {
  const { tx, scope, language } = ctx
  // Holdings of a unit are opened one after the other, and nobody closes it meanwhile.
  const unit = await tx.selectFrom('organisation.unit').select(['name', 'status']).where('id', '=', unitId).forNoKeyUpdate().executeTakeFirst()
  const seen = await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', unitId).executeTakeFirst()
  if (!seen || unit?.status !== 'ACTIVE') throw refusedField('unitId', holdingErrors.unitNotActive, language)
  await checkTerms(ctx, kind, terms)
  const { staffId = null, ceiling, floor, ceilingPolicy } = terms
  await assertOnce(ctx, { kind, unitId, staffId, unitName: unit.name })
  const known = await tx.selectFrom('cash.holding').select('id').where('code', '=', code).executeTakeFirst()
  if (known) throw refusedField('code', cashErrors.holdingExists, language, { code })
  const input = { code, name, kind, unitId, staffId, ceiling: ceiling ? parseMoney(ceiling) : null, floor: parseMoney(floor), ceilingPolicy }
  const [opened] = await openHoldings(tx, [input], ctx.session.account)
  const row = await holdings.lock(tx, { id: opened?.id ?? '' })
  ctx.subject(holdings.subject, row.id, { after: pictureOf(row) })
  return { id: row.id, version: row.version }
}

const pictureOf = ({ code, name, kind, unit_id: unitId, staff_id: staffId, ceiling, floor, ceiling_policy: ceilingPolicy, status }: RowOf<'cash.holding'>) => ({
  code,
  name,
  kind,
  unitId,
  staffId,
  ceiling,
  floor,
  ceilingPolicy,
  status,
})

interface Once {
  kind: string
  unitId: string
  staffId: string | null
  unitName?: string
  besides?: string
}

/** A unit has one vault, and each of its couriers one holding. */
async function assertOnce({ tx, language }: CommandContext, { kind, unitId, staffId, unitName = '', besides = '0' }: Once): Promise<void> {
  if (kind === 'TILL') return
  let query = tx
    .selectFrom('cash.holding as h')
    .leftJoin('organisation.staff_directory as d', 'd.id', 'h.staff_id')
    .select(['h.code', 'd.full_name as name'])
    .where('h.unit_id', '=', unitId)
    .where('h.kind', '=', kind)
    .where('h.status', '<>', 'CLOSED')
    .where('h.id', '<>', besides)
  if (kind === 'COURIER') query = query.where('h.staff_id', '=', staffId)
  const other = await query.executeTakeFirst()
  if (!other) return
  if (kind === 'VAULT') throw refusedField('kind', holdingErrors.vaultExists, language, { unit: unitName, code: other.code })
  throw refusedField('staffId', holdingErrors.courierExists, language, { name: other.name ?? '', code: other.code })
}

async function update({ id, version, ...input }: InputOf<typeof updateHolding>, ctx: CommandContext): Promise<Ref> {
  const holding = await holdings.forChange(ctx, { id, version })
  const { kind, unit_id: unitId } = holding.row
  await checkTerms(ctx, kind, input)
  const { name, staffId = null, ceiling = null, floor, ceilingPolicy } = input
  if (kind === 'COURIER' && staffId !== holding.row.staff_id) {
    await ctx.tx.selectFrom('organisation.unit').select('id').where('id', '=', unitId).forNoKeyUpdate().execute()
    await assertOnce(ctx, { kind, unitId, staffId, besides: id })
  }
  return holdings.update(ctx, holding, { name, staff_id: staffId, ceiling, floor, ceiling_policy: ceilingPolicy })
}

async function changeStatus({ status, reason = '', ...ref }: InputOf<typeof changeHoldingStatus>, ctx: CommandContext): Promise<Ref> {
  const holding = await holdings.forChange(ctx, ref)
  if (status === 'CLOSED') {
    const open = await whatIsOpen(ctx.tx, holding.row, ctx.language)
    if (open.length > 0) throw new AppError(holdingErrors.holdingInUse, { code: holding.row.code, open: open.join('; ') })
  }
  const changed = await holdings.moveTo(ctx, holding, status, { note: { reason } })
  if (status === 'CLOSED') await fireAccount(ctx.tx, holding.row.account_id, 'close')
  return changed
}

const OPEN: Record<'balance' | 'shift' | 'transit' | 'count' | 'variance', Record<Language, string>> = {
  balance: { vi: 'còn tiền', en: 'there is cash in it' },
  shift: { vi: 'ca {what} chưa đóng', en: 'shift {what} is open' },
  transit: { vi: 'giao dịch ngân quỹ {what} chưa xong', en: 'treasury transaction {what} is not finished' },
  count: { vi: '{what} đang kiểm quỹ', en: '{what} is counting it' },
  variance: { vi: 'chênh lệch của lần kiểm {what} chưa xử lý', en: 'the variance of count {what} is not settled' },
}

/** What keeps a holding from being closed, in words: its money (without the amount: who counts it must not learn it from a refusal), its shift, what is on the way from or to it, a count, a variance. */
async function whatIsOpen(tx: Tx, { id, account_id }: RowOf<'cash.holding'>, language: Language): Promise<string[]> {
  const { rows } = await sql<{ what: keyof typeof OPEN; code: string }>`
    select 'balance' as what, '' as code from ledger.account where id = ${account_id} and balance <> 0
    union all select 'shift', code from cash.shift where till_id = ${id} and status <> 'CLOSED'
    union all select * from (select 'transit', code from cash.treasury_transaction
      where ${id} in (from_holding_id, to_holding_id, courier_holding_id) and status in ('DRAFT', 'SUBMITTED', 'APPROVED', 'DISPATCHED', 'DISCREPANCY') order by id limit 5) t
    union all select 'count', d.full_name from cash.count_session s join organisation.staff_directory d on d.id = s.counter_staff_id
      where s.holding_id = ${id} and s.ended_at is null
    union all select 'variance', c.code from cash.variance v join cash.count c on c.id = v.count_id where v.holding_id = ${id} and v.status in ('OPEN', 'PENDING')
  `.execute(tx)
  return rows.map(({ what, code }) => OPEN[what][language].replace('{what}', code))
}

async function setSingle({ singleHanded, ...ref }: InputOf<typeof setSingleHanded>, ctx: CommandContext): Promise<Ref> {
  const { tx, session, now } = ctx
  const vault = await holdings.forChange(ctx, ref)
  const { unit_id: unitId } = vault.row
  if (vault.row.kind !== 'VAULT') throw new AppError(holdingErrors.singleHandedVault)
  if (vault.row.status === 'CLOSED') throw new AppError(errors.state, {}, { data: { status: vault.row.status } })
  const state = await tx.selectFrom('cash.unit_state').select('single_handed').where('unit_id', '=', unitId).forUpdate().executeTakeFirstOrThrow()
  const shifts = await openShiftsOf(tx, { unitIds: [unitId] })
  if (shifts.length > 0) throw new AppError(holdingErrors.singleHandedShift, { codes: shifts.map(({ code }) => code).join(', ') })
  const tills = await tx
    .selectFrom('cash.holding')
    .select('code')
    .where('unit_id', '=', unitId)
    .where('kind', '=', 'TILL')
    .where('status', '<>', 'CLOSED')
    .orderBy('code')
    .execute()
  if (singleHanded && tills.length > 0) throw new AppError(holdingErrors.singleHandedTills, { codes: tills.map(({ code }) => code).join(', ') })
  await tx
    .updateTable('cash.unit_state')
    .set((eb) => ({ single_handed: singleHanded, updated_at: now, updated_by: session.account, version: eb('version', '+', 1) }))
    .where('unit_id', '=', unitId)
    .execute()
  const changed = await holdings.save(tx, { by: session.account, at: now }, vault.row, {})
  ctx.subject(holdings.subject, changed.id, { before: { singleHanded: state.single_handed }, after: { singleHanded } })
  return { id: changed.id, version: changed.version }
}
