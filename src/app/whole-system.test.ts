/** What belongs to the whole system is changed with a scope of ALL only: every command says by its table, or by its reason here, why another scope may. */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { listJobs } from '#core/jobs/contract/jobs.ts'
import { errors } from '#kernel/errors.ts'
import { type Entry, endpointName, isOpen, wholeSystemOf } from '#platform/server/http/registry.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { applicationOf, isShared } from './applications.ts'
import { permissionCatalogue } from './catalogue.ts'
import { webManifests } from './manifests.ts'
import { systemRegistry } from './server.ts'

const registry = systemRegistry()
const wholeSystem = wholeSystemOf(registry)
const changes = [...registry.entries.values()].filter(
  ({ kind, contract }) => !isOpen(contract) && (kind === 'command' || kind === 'upload' || (contract as { bulk?: true }).bulk),
)

/** Commands of all desks of reconciliation on one kind of record. */
const ofDesks = (record: string) => (name: string) =>
  [
    'qr-schedule-rc',
    'sdk-admin/reconciliation',
    'pp-admin/rc/partner',
    'pp-admin/rc/pob',
    'pp-admin/rc/qr-merchant',
    'cob-schedule-partner/ldp',
    'cob-schedule-partner/bank',
  ].map((desk) => `POST /${desk}/v1/${record}/${name}`)

/** Commands on rows that carry the scope's columns, by table: another scope reaches its own rows only. */
const SCOPED: Record<string, readonly string[]> = {
  'organisation.unit': ['create', 'update', 'changeStatus', 'remove'].map((name) => `POST /pp-admin/org-unit/v1/${name}`),
  'organisation.staff': ['create', 'update', 'changeStatus', 'move', 'remove', 'grant', 'revoke'].map((name) => `POST /core/staff/v1/${name}`),
  'approvals.request': ['decide', 'withdraw', 'decide-many'].map((name) => `POST /approval-admin/requests/v1/${name}`),
  'cutoff.period': ['create', 'check', 'submit', 'give-back', 'close', 'reopen'].map((name) => `POST /cfm-admin/sspay-period/v1/${name}`),
  'cob.item': ['hold', 'release', 'hold-many', 'release-many', 'change-amount', 'refund', 'salesman-grant'].map((name) => `POST /cob-admin/items/v1/${name}`),
  'cob.courier': ['insert', 'update', 'lock', 'unlock', 'close', 'deposit-code/make'].map((name) => `POST /cob-admin/couriers/v1/${name}`),
  'cob.deposit': ['cancel', 'use-surplus'].map((name) => `POST /cpob-404/trans/v1/${name}`),
  'cob.hand_in': ['declare', 'count', 'accept', 'cancel'].map((name) => `POST /cpob-404/order/v1/hand-in/${name}`),
  'cob.bank_slip': ['insert', 'confirm', 'resolve'].map((name) => `POST /cpob-406/deposits/v1/${name}`),
  'cob.held': ['POST /cob-admin/board/v1/remind'],
  'controls.alert': ['POST /pp-admin/controls/v1/acknowledge'],
  'incident.incident': [
    ...['create', 'link', 'take-next', 'release', 'start', 'assign', 'assign-many', 'note', 'reply', 'message', 'set-priority', 'wait', 'resume', 'propose'],
    ...['resolve', 'close', 'reject', 'reopen', 'merge'],
  ].flatMap((name) => ['cfm-admin', 'qr-admin', 'cpob-407'].map((desk) => `POST /${desk}/incident/v1/${name}`)),
  'cob.issuance': [...['insert', 'lines', 'update', 'submit', 'close', 'cancel'], ...['upload', 'map', 'start', 'cancel'].map((name) => `import/${name}`)].map(
    (name) => `POST /cpob-406/issuances/v1/${name}`,
  ),
  'cob.issuance_line': ['assign', 'assign-many', 'record'].map((name) => `POST /cpob-406/issuances/lines/v1/${name}`),
  'cob.key_account': [
    'insert',
    'update',
    'discard',
    'submit',
    'propose-terms',
    'propose-contract',
    'propose-contract-end',
    'propose-account',
    'propose-status',
  ].map((name) => `POST /cob-admin/key-accounts/v1/${name}`),
  'cob.settlement': ['run', 'check', 'release', 'submit-run', 'withdraw'].map((name) => `POST /cob-admin/settlements/v1/${name}`),
  'cob.watch': ['see', 'see-many', 'snooze', 'snooze-many', 'take'].map((name) => `POST /cpob-407/watch/v1/${name}`),
  'cash.holding': ['insert', 'update', 'change-status', 'set-single-handed'].map((name) => `POST /cfm-admin/holding/v1/${name}`),
  'cash.treasury_side': [
    ...['create', 'update', 'cancel', 'submit', 'dispatch', 'start-receipt', 'call-off-receipt', 'print', 'receive', 'confirm-deposit', 'return', 'settle'],
    ...['till/hand-over', 'till/confirm', 'till/refuse'],
  ].map((name) => `POST /cfm-admin/treasury/v1/${name}`),
  'cash.money_order_side': ['tell', 'unlock', 'ask-release', 'reveal'].map((name) => `POST /cfm-admin/money-order/v1/${name}`),
  'outcome.outcome_case': [
    ...['inquire', 'inquire-many', 'take', 'assign', 'evidence', 'propose', 'settle-conflict'],
    ...['upload', 'map', 'start', 'cancel'].map((name) => `import/${name}`),
  ].map((name) => `POST /pp-admin/asynchronous-order/v1/${name}`),
  'merchants.merchant': ['insert', 'update', 'change-facts', 'discard', 'lock', 'submit', 'propose-terms', 'propose-account', 'propose-status'].map(
    (name) => `POST /qr-admin/merchants/v1/${name}`,
  ),
  'payment.suspense': ['POST /pp-admin/suspense/v1/settle'],
  'cash.slip': ['POST /cfm-admin/slip/v1/print', ...['claim', 'confirm', 'release', 'propose-result'].map((name) => `POST /cfm-admin/pay/v1/${name}`)],
  'cash.cash_order': ['approve', 'reject', 'withdraw'].map((name) => `POST /pob-admin/global/order/cash/cas/v1/${name}`),
  'cash.pending_difference': ['POST /cfm-admin/difference/v1/settle'],
  'cash.shift': ['open', 'take-over', 'print'].map((name) => `POST /cfm-admin/shift/v1/${name}`),
  'cash.count': ['start', 'submit', 'cancel', 'explain', 'print'].map((name) => `POST /cfm-admin/count/v1/${name}`),
  'ledger.account': ['ask-lock', 'ask-unlock', 'ask-limits'].map((name) => `POST /pp-admin/admin/business-acc/v1/${name}`),
  'ledger.manual_journal': ['create', 'ask-reversal'].map((name) => `POST /pp-admin/admin/business-acc/v1/manual-journal/${name}`),
  'cash.day_close': [
    ...['open', 'start-counting', 'acknowledge', 'submit', 'give-back', 'close', 'reopen', 'print'].map((name) => `POST /cfm-admin/day-close/v1/${name}`),
    'POST /cfm-admin/day-close-progress/v1/remind',
  ],
  'payout.list': [
    ...['insert', 'update', 'acknowledge', 'check', 'reopen', 'submit', 'cancel', 'close', 'settle', 'follow-up'].map(
      (name) => `POST /cfm-admin/payout-list/v1/${name}`,
    ),
    ...['upload', 'map', 'start', 'cancel'].map((name) => `POST /cfm-admin/payout-list/v1/import/${name}`),
    ...['insert', 'add-line', 'change-line', 'stop-line', 'remove-change', 'propose', 'discard'].map((name) => `POST /cfm-admin/payout-version/v1/${name}`),
  ],
  'disbursement.batch': ['insert', 'submit', 'cancel'].map((name) => `POST /o2o-admin/disbursement/v1/${name}`),
  'disbursement.item': ['POST /o2o-admin/disbursement-item/v1/resend'],
  'disbursement.returned': ['POST /o2o-admin/returned-transfer/v1/settle'],
  'disbursement.hold': ['confirm', 'correct'].map((name) => `POST /o2o-admin/held-account/v1/${name}`),
  'vietqr.code': [
    ...['create', 'update', 'activate', 'lock', 'unlock', 'revoke', 'replace', 'activate-many', 'lock-many', 'unlock-many', 'revoke-many'].map(
      (name) => `POST /qr-admin/codes/v1/${name}`,
    ),
    ...['upload', 'map', 'start', 'cancel'].map((name) => `POST /qr-admin/codes/v1/import/${name}`),
  ],
  'vietqr.virtual_account': ['create', 'close'].map((name) => `POST /qr-admin/virtual-account/v1/${name}`),
  'settlement.settlement': ['settle-now', 'release-claim'].map((name) => `POST /qr-admin/settlements/v1/${name}`),
  'reconciliation.setup': ['insert', 'update', 'discard', 'submit', 'suspend', 'resume', 'dry-run', 'preview'].flatMap(ofDesks('setup')),
  'reconciliation.session': [
    ...['insert', 'cancel', 'stop-task', 'match', 'hand-match', 'unmatch', 'confirm', 'reopen', 'settle', 'reverse'],
    ...['begin', 'piece', 'finish', 'withdraw', 'fetch'].map((name) => `statement/${name}`),
  ].flatMap(ofDesks('session')),
  'reconciliation.break': ['assign', 'resolve', 'match', 'reopen', 'workbook/compare', 'workbook/apply'].flatMap(ofDesks('break')),
  'reconciliation.request': ['insert', 'submit', 'cancel'].flatMap((name) =>
    ['sdk-admin/rc/order', 'pp-admin/rc/order/batch'].map((desk) => `POST /${desk}/v1/${name}`),
  ),
  'sdk.app': ['insert', 'update', 'lock', 'unlock'].map((name) => `POST /sdk-admin/apps/v1/${name}`),
  'payout.line': ['POST /cfm-admin/payout-line/v1/reveal'],
  'payment.transaction': ['qr-admin', 'sdk-admin'].flatMap((desk) => ['refund', 'cancel'].map((name) => `POST /${desk}/transactions/v1/${name}`)),
}

/** Commands on tables without these columns that another scope may call, and why. */
const REASONS: Record<string, readonly string[]> = {
  'rules that run by themselves run earlier: nobody sees or changes a row by asking': ['POST /cpob-407/watch/v1/run'],
  'what counters pay is paid at any of them: the search changes nothing': ['POST /cfm-admin/pay/v1/find'],
  'what a file lists is read: no record is looked at, and nothing is kept': ['sdk-admin/rc/order', 'pp-admin/rc/order/batch'].map(
    (desk) => `POST /${desk}/v1/read-file`,
  ),
  'users of the caller’s scope (visibleUser), with no more rights and no wider scope than the caller’s': [
    ...['create', 'edit', 'delete', 'changeStatus', 'resetPassword', 'createQrAuth', 'createRole', 'deleteRole', 'changeScope', 'changeClients', 'copyAccess'],
    ...['revoke-sessions', 'enrolment-code', 'import/upload', 'import/map', 'import/start', 'import/cancel'],
  ].map((name) => `POST /sys/user/v1/${name}`),
  'a role given to and taken from users of the caller’s scope: the role stays as it is': ['grantUsers', 'revokeUsers'].map(
    (name) => `POST /sys/role/v1/${name}`,
  ),
  'rules of units and people of the caller’s scope': ['assign', 'change', 'end'].map((name) => `POST /sys/assignment/v1/${name}`),
  'the caller’s own': [
    'POST /pp-admin/file/v1/upload',
    'POST /pp-admin/file/v1/remove',
    'POST /sys/user/v1/revoke-my-session',
    'POST /approval-admin/delegations/v1/create',
    'POST /approval-admin/delegations/v1/revoke',
    'POST /pp-admin/list-views/v1/create',
    'PUT /pp-admin/list-views/v1/update',
    'POST /pp-admin/list-views/v1/remove',
    'POST /report/export-jobs/v1/cancel',
    'POST /report/export-jobs/v1/remove',
    'POST /report-admin/runs/v1/freeze',
    'POST /report-admin/schedules/v1/create',
    'POST /report-admin/schedules/v1/update',
    'POST /report-admin/schedules/v1/pause',
    'POST /report-admin/schedules/v1/remove',
  ],
}

const excepted = new Set([...Object.values(SCOPED), ...Object.values(REASONS)].flat())

let app: TestApp
let limited: Record<string, string>
let unlimited: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  // An administrator of one province, with every permission there is.
  await app.runtime.pool.query(`
    insert into iam.user_application select u.id, a.code from iam.user_account u, iam.application a where u.account in ('tinh01', 'admin') on conflict do nothing;
    insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh01' and r.code = 'SYSTEM_ADMIN' on conflict do nothing`)
  limited = await app.headersOf('tinh01', 'PP_SYS')
  unlimited = await app.headersOf('admin', 'PP_SYS')
})
afterAll(() => app.close())

/** With a body that nobody reads: who may call is decided before it. */
async function codeOf({ contract }: Entry, headers: Record<string, string>): Promise<string> {
  const url = `/api${contract.path.replace(/\{\w+\}/g, '1')}`
  const request: InjectOptions =
    contract.method === 'GET'
      ? { method: 'GET', url, headers }
      : { method: contract.method, url, headers: { ...headers, 'content-type': 'application/x-nothing' }, payload: 'x' }
  return ((await app.app.inject(request)).json() as { code: string }).code
}

describe('commands', () => {
  it('on what has no scope are refused to whoever sees a part only, with a reason that says so, and to nobody else', async () => {
    const open: string[] = []
    const wrong: string[] = []
    for (const entry of changes) {
      const name = endpointName(entry.contract)
      if ((await codeOf(entry, limited)) !== errors.wholeSystem.code) open.push(name)
      if ((await codeOf(entry, unlimited)) === errors.wholeSystem.code) wrong.push(name)
    }
    expect(open.filter((name) => !excepted.has(name))).toEqual([])
    expect([...excepted].filter((name) => !open.includes(name))).toEqual([])
    expect(wrong).toEqual([])
    expect(changes.length - open.length).toBeGreaterThan(30)
  })

  it('that another scope may call by their table have a table with the columns of the scope', async () => {
    const { rows } = await app.runtime.database.owner.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.columns where column_name = 'province_unit_id'`,
    )
    const scoped = rows.map(({ name }) => name)
    expect(Object.keys(SCOPED).filter((table) => !scoped.includes(table))).toEqual([])
  })
})

describe('permissions for the whole system', () => {
  it('exist', () => {
    const known = permissionCatalogue(registry, webManifests).map(({ uri }) => uri)
    expect([...wholeSystem].filter((uri) => !known.includes(uri))).toEqual([])
  })

  it('are not among those that a browser offers to a narrower scope, which is told them apart', async () => {
    const part = (await app.call(userInfo, {}, { as: 'tinh01', clientId: 'PP_SYS' })).data
    const whole = (await app.call(userInfo, {}, { as: 'admin', clientId: 'PP_SYS' })).data
    const uris = (info: typeof part) => info?.authorization.map(({ uri }) => uri) ?? []
    expect(uris(part).filter((uri) => wholeSystem.has(uri))).toEqual([])
    expect(part?.beyondScope).toEqual([...wholeSystem].filter((uri) => applicationOf(uri) === 'PP_SYS' || isShared(uri)).sort())
    expect([...uris(part), ...(part?.beyondScope ?? [])].sort()).toEqual(uris(whole))
    expect(whole?.beyondScope).toEqual([])
  })

  it('say why they are refused, in the caller’s language', async () => {
    for (const language of ['vi', 'en'] as const)
      expect(await app.list(listJobs, {}, { as: 'tinh01', clientId: 'PP_SYS', language })).toMatchObject({
        status: 403,
        code: 'SYS-413',
        message: errors.wholeSystem[language],
      })
  })
})
