import { type ApprovalKind, ask, defineApprovalKind } from '#core/approvals/server/public.ts'
import { headOffice } from '#core/organisation/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { type AccountClass, accountMachine } from '../contract/account.ts'
import { AccountChange, AccountPicture, accountChangePermissions, limitAccount, lockAccount, unlockAccount } from '../contract/account-change.ts'
import { accountChangeKind } from '../contract/approval-kinds.ts'
import { createAccount, moveAccount } from '../contract/chart.ts'
import { ledgerErrors } from '../contract/errors.ts'
import { ACCOUNT } from './account-list.ts'
import { fireAccount, openAccounts, setAccountLimits, setAccountLine } from './accounts.ts'
import { lineFor, lockChart, manualLine } from './chart.ts'

const limit = (text: string | null) => (text === null ? null : parseMoney(text))
const same = (one: string | null, other: string | null) => limit(one) === limit(other)

/** Lock, unlock and limits of an account: one person asks, another decides. `path`: address of an account's page. */
export const accountChange = (path: (id: string) => string): ApprovalKind =>
  defineApprovalKind<AccountChange>({
    ...accountChangeKind,
    subjectType: ACCOUNT,
    subjectPath: path,
    payload: AccountChange,
    picture: AccountPicture,
    entity: 'ledger.account',
    permissions: { ask: accountChangePermissions.ask, see: accountChangePermissions.see },
    tiers: [{ upTo: null, decide: accountChangePermissions.approve }],
    days: 7,
    async describe({ tx }, id, { event, limits }) {
      const account = await locked(tx, id)
      const before = { status: account.status, minBalance: account.min_balance, maxBalance: account.max_balance }
      if (limits) {
        if (same(limits.minBalance, before.minBalance) && same(limits.maxBalance, before.maxBalance)) throw new AppError(ledgerErrors.unchanged)
        const [least, most] = [limit(limits.minBalance), limit(limits.maxBalance)]
        if (least !== null && most !== null && least > most) throw new AppError(ledgerErrors.limitsOrder)
      }
      const status = event ? accountMachine.events[event].to : before.status
      if (event && status === before.status) throw new AppError(errors.state, {}, { data: { status: before.status, version: account.revision } })
      return { code: account.code, place: await placeOf(tx, account), before, after: { status, ...(limits ?? {}) }, money: null, rows: 1 }
    },
    async hold({ tx }, { subjectId, version }) {
      const { revision } = await locked(tx, subjectId)
      if (revision !== version) throw new AppError(errors.stale, {}, { data: { version: revision } })
      return revision
    },
    versionNow: async ({ tx }, id) => (await locked(tx, id)).revision,
    async apply({ tx }, { subjectId, payload: { event, limits } }) {
      if (event) await fireAccount(tx, subjectId, event)
      if (limits) await setAccountLimits(tx, subjectId, { minBalance: limit(limits.minBalance), maxBalance: limit(limits.maxBalance) })
    },
    release: async () => undefined,
  })

async function locked(tx: Tx, id: string) {
  const account = await tx.selectFrom('ledger.account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!account) throw new AppError(ledgerErrors.accountUnknown, { account: id })
  return account
}

/** Where its requests are decided: at its own unit; those of the operator as a whole at the head office. */
async function placeOf(tx: Tx, account: Awaited<ReturnType<typeof locked>>) {
  const { head_unit_id, province_unit_id, district_unit_id, office_unit_id } = account
  const headUnitId = head_unit_id ?? (await headOffice(tx))?.id
  if (!headUnitId) throw new AppError(ledgerErrors.noUnit)
  return { headUnitId, provinceUnitId: province_unit_id, districtUnitId: district_unit_id, officeUnitId: office_unit_id, partnerId: null }
}

/** Changes where an account is shown, at once: no figure of it changes. */
async function move({ id, version, chartNumber }: InputOf<typeof moveAccount>, ctx: CommandContext): Promise<{ id: string; version: number }> {
  const seen = await ctx.scope.selectFrom('ledger.account as a').select('a.id').where('a.id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
  await lockChart(ctx.tx)
  const { revision, class: of, chart_id } = await locked(ctx.tx, id)
  if (revision !== version) throw new AppError(errors.stale, {}, { data: { version: revision } })
  const line = await lineFor(ctx.tx, chartNumber, of as AccountClass, ctx)
  if (line.id === chart_id) throw refusedField('chartNumber', ledgerErrors.chartSame, ctx.language, { number: line.number })
  const before = await ctx.tx.selectFrom('ledger.chart').select('number').where('id', '=', chart_id).executeTakeFirstOrThrow()
  await setAccountLine(ctx.tx, id, line.id)
  ctx.subject(ACCOUNT, id, { before: { chartNumber: before.number }, after: { chartNumber: line.number } })
  return { id, version: revision + 1 }
}

/** Opens an account for journals by hand, at once: it has no figures yet. Throws LED-052 at the line, LED-014 at a code that exists. */
async function create({ code, name, chartNumber, unitId }: InputOf<typeof createAccount>, ctx: CommandContext): Promise<{ id: string; version: number }> {
  const { tx, scope } = ctx
  const unit = unitId === undefined || (await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', unitId).executeTakeFirst())
  if (!unit) throw new AppError(errors.notFound)
  await lockChart(tx)
  const line = await manualLine(tx, chartNumber, ctx)
  const [id = ''] = await openAccounts(tx, [
    { code, name, class: line.class as AccountClass, chart: { id: line.id }, ...(unitId === undefined ? {} : { unitId }) },
  ])
  ctx.subject(ACCOUNT, id, { after: { code, name, chartNumber: line.number } })
  const { revision } = await locked(tx, id)
  return { id, version: revision }
}

export function registerAccountChanges(on: Registrar, kind: ApprovalKind): void {
  on.command(createAccount, create)
  on.command(moveAccount, move)
  on.command(lockAccount, (input, ctx) => asked(input, { event: 'lock' }, ctx, kind))
  on.command(unlockAccount, (input, ctx) => asked(input, { event: 'unlock' }, ctx, kind))
  on.command(limitAccount, ({ minBalance = null, maxBalance = null, ...input }, ctx) => asked(input, { limits: { minBalance, maxBalance } }, ctx, kind))
}

interface Asking {
  id: string
  version: number
  reason: string
}

async function asked({ id, version, reason }: Asking, payload: AccountChange, ctx: CommandContext, kind: ApprovalKind) {
  const seen = await ctx.scope.selectFrom('ledger.account as a').select('a.id').where('a.id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
  const { requestId, subjectVersion } = await ask(ctx, kind, { subjectId: id, version, payload, reason })
  ctx.subject(ACCOUNT, id, {
    after: { request: requestId, requested: { ...payload.limits, ...(payload.event ? { status: accountMachine.events[payload.event].to } : {}), reason } },
  })
  return { id, version: subjectVersion, requestId }
}
