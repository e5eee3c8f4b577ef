import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { holidays } from '#core/masterdata/server/public.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { type KeyAccountWorld, keyAccountWorld } from '../../../../../test/key-accounts.ts'
import { mailsTo } from '../../../../../test/mails.ts'
import { holdItem, refundItem } from '../../contract/items.ts'
import { proposeKeyAccountStatus, proposeKeyAccountTerms } from '../../contract/key-accounts/changes.ts'
import { checkCodSettlements, findCodSettlement, keyAccountDebt, withdrawCodSettlement } from '../../contract/settlements.ts'
import { carryOut } from './approving.ts'
import { draft } from './drafting.ts'
import { makeDue } from './running.ts'

let it: KeyAccountWorld
beforeAll(async () => {
  it = await keyAccountWorld()
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.end()
})

const as = () => ({ as: 'ketoan', ...it.COB })
const send = () => ({ ...as(), ...it.key() })
const stateOf = async (id: string) => it.scalar('select money_state from cob.item where id = $1', [id])
const debt = async (keyAccountId: string) => it.must(await it.call(keyAccountDebt, { keyAccountId }, as()))
/** What the account says is what its parts come to. */
async function adds(keyAccountId: string): Promise<void> {
  const one = await debt(keyAccountId)
  const parts = [one.withCouriers, one.waiting, one.payable, one.inStatements, one.approved, one.carried].map(Number).reduce((all, part) => all + part, 0)
  expect(Number(one.balance)).toBe(parts - Number(one.recoveries))
}
/** The statement of the next day. */
const tomorrow = async (keyAccountId: string) => {
  const at = new Date(it.clock.now().getTime() + 86_400_000)
  const drafting = { keyAccountId, off: await holidays(it.runtime.db), by: 'system', at, now: true }
  return it.runtime.db.transaction().execute((tx) => draft(tx, drafting))
}
/** It came back after it was paid. */
const returned = (id: string) =>
  it.owner(
    "update cob.item set delivery_state = 'RETURNED', returned_at = now(), marks = array['DELIVERED_AND_RETURNED'], version = version + 1 where id = $1",
    [id],
  )

describe('an item of an approved statement', () => {
  const waits = (id: string) => it.owner("update cob.item set delivery_state = 'RETURNED', returned_at = now(), money_state = 'HANDED_IN' where id = $1", [id])

  test('that is returned before the bank pays is paid, and recovered once with the next statement', async () => {
    const { id } = await it.opened()
    const [item = ''] = await it.payables(id, [{ cod: 100_000 }, { cod: 50_000 }])
    await makeDue(it.runtime)
    const { run_id } = await it.lastOf(id)
    await it.approvedRun(run_id)
    await returned(item)
    await waits(item)
    await it.paid(run_id)
    expect(await it.lastOf(id)).toMatchObject({ status: 'PAID' })
    expect(await stateOf(item)).toBe('PAID_OUT')
    await it.payables(id, [{ cod: 400_000 }])
    await tomorrow(id)
    await tomorrow(id)
    const { rows } = await it.owner('select item_id, amount, recovered from cob.recovery where key_account_id = $1', [id])
    expect(rows).toMatchObject([{ item_id: item, amount: '100000.00', recovered: '100000.00' }])
    await adds(id)
  })

  test('is not payable when the money comes back after it was returned', async () => {
    const { id } = await it.opened()
    const [gone = '', stays = ''] = await it.payables(id, [{ cod: 100_000 }, { cod: 220_000 }])
    const made = await it.settled(id)
    await returned(gone)
    const reference = await it.scalar("select reference from disbursement.item where source_kind = 'KEY_ACCOUNT_SETTLEMENT' and source_item = $1", [made.id])
    expect(await it.giveBack(reference, String(Number(made.net)))).toMatchObject({ status: 200 })
    expect([await stateOf(gone), await stateOf(stays)]).toEqual(['HANDED_IN', 'PAYABLE'])
  })

  test('cannot be held any more', async () => {
    const { id } = await it.opened()
    const [item = ''] = await it.payables(id, [{ cod: 100_000 }])
    await makeDue(it.runtime)
    await it.approvedRun((await it.lastOf(id)).run_id)
    const version = Number(await it.scalar('select version from cob.item where id = $1', [item]))
    expect(await it.call(holdItem, { id: item, version, holdReason: 'SENDER_CLAIM' }, send())).toMatchObject({ status: 409, code: 'COB-243' })
  })

  test('that may not be paid when it is approved gives its statement up, and the clock makes it anew without the item', async () => {
    const { id } = await it.opened()
    const [held = ''] = await it.payables(id, [{ cod: 100_000 }, { cod: 200_000 }])
    await makeDue(it.runtime)
    const made = await it.lastOf(id)
    const rows = [{ id: made.id, version: made.version }]
    it.must(await it.call(checkCodSettlements, { rows }, { ...send(), as: 'admin' }))
    await it.submitRun(made.run_id)
    await it.owner("update cob.item set hold_reason = 'SENDER_CLAIM', money_state = 'HANDED_IN' where id = $1", [held])
    await carryOut(it.runtime, made.run_id)
    expect(await it.lastOf(id)).toMatchObject({ id: made.id, status: 'RELEASED', step_note: expect.stringContaining('COB-241') })
    const code = await it.scalar('select code from cob.item where id = $1', [held])
    const noted = async (language: 'vi' | 'en') => it.must(await it.call(findCodSettlement, { id: made.id }, { ...as(), language })).stepNote
    expect(await noted('vi')).toBe(`Bưu gửi ${code} không còn đủ điều kiện chi khi duyệt đợt; kỳ này được lập lại`)
    expect(await noted('en')).toBe(`Item ${code} could not be paid any more when the run was approved; its cycle is settled again`)
    await makeDue(it.runtime)
    expect(await it.lastOf(id)).toMatchObject({ status: 'DRAFT', items: 1, cod: '200000.00' })
    await adds(id)
  })
})

describe('an approved statement', () => {
  const withdraw = ({ id, version }: { id: string; version: number }) =>
    it.call(withdrawCodSettlement, { id, version, reason: 'Số dư không đủ' }, { ...send(), as: 'admin' })

  test('that cannot be paid is withdrawn: its charges are undone, and its items are settled again', async () => {
    const { id, email } = await it.opened()
    await it.payables(id, [{ postage: 50_000, state: 'RETURNED', money: 'WAIVED' }, { cod: 20_000 }])
    await it.settled(id)
    await it.payables(id, [{ cod: 200_000, postage: 10_000 }])
    await tomorrow(id)
    const made = await it.lastOf(id)
    expect(await withdraw(made)).toMatchObject({ status: 409 })
    await it.approvedRun(made.run_id)
    expect(await withdraw(await it.lastOf(id))).toMatchObject({ status: 200 })
    expect(await it.lastOf(id)).toMatchObject({ id: made.id, status: 'FAILED', step_note: 'Số dư không đủ' })
    const subjects = (await mailsTo(it.runtime, email)).map(({ subject }) => subject)
    expect(subjects).toContain(`Thu hồi bảng kê chi COD ${made.code}`)
    expect((await it.statements(id)).map(({ status }) => status)).toEqual(['CARRIED', 'FAILED'])
    expect(await it.balanceOf(id)).toBe(154_000)
    await adds(id)
    const { journals } = it.must(await it.call(findCodSettlement, { id: made.id }, as()))
    expect(journals.map(({ kind }) => kind)).toEqual(['COD_CHARGES', 'COD_CHARGES_UNDONE'])
    await tomorrow(id)
    expect(await it.lastOf(id)).toMatchObject({ status: 'DRAFT', cod: made.cod, carried: made.carried, net: made.net })
  })

  test('is not withdrawn while a transfer of it is under way', async () => {
    const { id } = await it.opened()
    await it.payables(id, [{ cod: 200_000 }])
    await makeDue(it.runtime)
    const made = await it.lastOf(id)
    await it.approvedRun(made.run_id)
    const batch = it.must(await it.makeBatch(made.run_id))
    await runJobs(it)
    const { code } = await it.runtime.db.selectFrom('disbursement.batch').select('code').where('id', '=', batch.id).executeTakeFirstOrThrow()
    expect(await withdraw(await it.lastOf(id))).toMatchObject({ status: 409, code: 'COB-245', message: expect.stringContaining(code) })
  })
})

describe('a key account that sends nothing more', () => {
  test('owes what has come back since, and is not closed', async () => {
    const { id } = await it.opened()
    const [item = ''] = await it.payables(id, [{ cod: 100_000 }])
    await it.settled(id)
    const to = async (status: 'SUSPENDED' | 'CLOSED') =>
      it.call(proposeKeyAccountStatus, { id, version: (await it.detail(id)).version, status, reason: 'Theo đề nghị' }, send())
    await returned(item)
    expect(await to('CLOSED')).toMatchObject({ status: 409, code: 'COB-219' })
    it.must(await to('SUSPENDED'))
    await it.decided(id)
    await makeDue(it.runtime)
    await makeDue(it.runtime)
    expect(await debt(id)).toMatchObject({ balance: '-100000.00', recoveries: '100000.00' })
    await adds(id)
  })

  test('is settled after its contract has ended, by that contract', async () => {
    const { id } = await it.opened()
    await it.payables(id, [{ cod: 100_000 }])
    await it.owner('update cob.key_contract set valid_to = $2 where key_account_id = $1', [id, new Date(it.clock.now().getTime() - 2 * 86_400_000)])
    expect(await it.settled(id)).toMatchObject({ status: 'PAID', fee: '10000.00' })
  })
})

describe('money that was handed in before its item came back', () => {
  test('goes back to the receiver by approval, and its return postage is charged', async () => {
    const { id } = await it.opened()
    const [item = '', kept = ''] = await it.payables(id, [
      { cod: 100_000, postage: 20_000, state: 'RETURNED', money: 'HANDED_IN' },
      { cod: 50_000, money: 'HANDED_IN' },
    ])
    const owed = async () =>
      Number(
        await it.scalar(
          "select a.balance from payment.service_account s join ledger.account a on a.id = s.account_id where s.service = 'COD' and s.role = 'returnedPaid'",
        ),
      )
    const before = await owed()
    const ask = async (one: string) =>
      it.call(
        refundItem,
        { id: one, version: Number(await it.scalar('select version from cob.item where id = $1', [one])), reason: 'Bưu gửi chuyển hoàn' },
        send(),
      )
    expect(await ask(kept)).toMatchObject({ status: 409, code: 'COB-509' })
    it.must(await ask(item))
    expect(await it.decideOn('cob.item', item)).toMatchObject({ status: 200 })
    expect(await stateOf(item)).toBe('WAIVED')
    expect(await owed()).toBe(before + 100_000)
    expect(await it.balanceOf(id)).toBe(50_000)
    await adds(id)
    expect(await ask(item)).toMatchObject({ status: 409, code: 'COB-508' })
    expect(await it.scalar('select count(*) from cob.position where item_id = $1', [item])).toBe('0')
    await makeDue(it.runtime)
    expect(await it.lastOf(id)).toMatchObject({ items: 1, cod: '0.00', postage: '20000.00' })
  })
})

describe('terms of a key account', () => {
  test('differ by their letters where they are no amounts', async () => {
    const { id, version } = await it.opened({}, { address: '0123' })
    const { name, legalName, taxCode, representative, contactName, phone, email } = it.must({ data: await it.detail(id) })
    const terms = { name, legalName, taxCode, representative, contactName, phone, email, advanceLimit: '0', deposit: '0' }
    const propose = (address: string, advanceLimit = '0') =>
      it.call(proposeKeyAccountTerms, { id, version, ...terms, advanceLimit, address, reason: 'Sửa' } as never, send())
    expect(await propose('0123', '0.00')).toMatchObject({ code: 'COB-204' })
    expect(await propose('123')).toMatchObject({ status: 200 })
  })
})
