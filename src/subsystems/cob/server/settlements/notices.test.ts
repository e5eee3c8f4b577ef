/** Who hears of a statement that comes to nothing: by the clock everybody who takes it to be on its way, by a person the others who have worked on it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listNotifications } from '#core/notifications/contract/notifications.ts'
import type { Language } from '#kernel/language.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { type KeyAccountWorld, keyAccountWorld } from '../../../../../test/key-accounts.ts'
import { checkCodSettlements, findCodSettlement, releaseCodSettlement, runCodSettlement } from '../../contract/settlements.ts'
import { carryOut } from './approving.ts'
import { makeDue } from './running.ts'

let it: KeyAccountWorld
beforeAll(async () => {
  it = await keyAccountWorld()
})
afterAll(() => it?.end())

const PEOPLE = ['admin', 'ketoan', 'kiemsoat', 'giaodichvien'] as const
const by = (as: string) => ({ as, ...it.COB, ...it.key() })
/** What people read of a statement, by account. */
async function heard(code: string, language: Language = 'vi') {
  const read = await Promise.all(
    PEOPLE.map(async (as) => {
      const { data } = await it.call(listNotifications, {}, { as, ...it.COB, language })
      return [as, data?.items.filter(({ text }) => text.includes(code)).map(({ text, link }) => ({ text, link }))] as const
    }),
  )
  return Object.fromEntries(read.filter(([, notices]) => notices?.length))
}
/** All statements of a run, by admin. */
async function check({ run_id }: { run_id: string }): Promise<void> {
  const { rows } = await it.owner("select id, version from cob.settlement where run_id = $1 and status = 'DRAFT'", [run_id])
  const drafts = rows.map(({ id, version }) => ({ id: String(id), version: Number(version) }))
  expect(it.must(await it.call(checkCodSettlements, { rows: drafts }, by('admin')))).toMatchObject({ done: drafts.length })
}
const giveUp = async (keyAccountId: string, as: string) => {
  const { id, version } = await it.lastOf(keyAccountId)
  expect(await it.call(releaseCodSettlement, { id, version, reason: 'Sai phí' }, by(as))).toMatchObject({ status: 200 })
}
const address = (id: string) => `/pp-cob/quan_ly_KHL/quyet_toan/chi_tiet/${id}`

describe('a statement that was approved and is outdated', () => {
  test('is told to who checked it, asked for its run and approved it, once, with its address', async () => {
    const { id, name } = await it.opened()
    const [held = ''] = await it.payables(id, [{ cod: 100_000 }, { cod: 200_000 }])
    await makeDue(it.runtime)
    const made = await it.lastOf(id)
    await check(made)
    await it.submitRun(made.run_id)
    expect(await heard(made.code)).toEqual({})
    await it.owner("update cob.item set hold_reason = 'SENDER_CLAIM', money_state = 'HANDED_IN' where id = $1", [held])
    await runJobs(it)
    await carryOut(it.runtime, made.run_id)
    expect(await it.lastOf(id)).toMatchObject({ id: made.id, status: 'RELEASED' })
    const item = await it.scalar('select code from cob.item where id = $1', [held])
    const notice = {
      text: `Bảng kê ${made.code} của ${name} đã duyệt nhưng bị huỷ: bưu gửi ${item} không còn chi được. Kỳ này sẽ được lập lại`,
      link: address(made.id),
    }
    expect(await heard(made.code)).toEqual({ admin: [notice], ketoan: [notice], kiemsoat: [notice] })
    const { admin } = await heard(made.code, 'en')
    expect(admin?.[0]?.text).toBe(
      `Statement ${made.code} of ${name} was approved but given up: item ${item} cannot be paid any more. Its cycle is settled again`,
    )
    for (const as of ['admin', 'ketoan', 'kiemsoat'])
      expect((await it.call(findCodSettlement, { id: notice.link.split('/').at(-1) ?? '' }, { as, ...it.COB })).data).toMatchObject({ code: made.code })
  })

  test('is told to nobody whose account is locked', async () => {
    const { id } = await it.opened()
    const [held = ''] = await it.payables(id, [{ cod: 100_000 }])
    await makeDue(it.runtime)
    const made = await it.lastOf(id)
    await check(made)
    await it.submitRun(made.run_id)
    await it.owner("update cob.item set hold_reason = 'SENDER_CLAIM', money_state = 'HANDED_IN' where id = $1", [held])
    await it.owner("update iam.user_account set status = 'LOCKED' where account = 'kiemsoat'")
    await runJobs(it)
    await it.owner("update iam.user_account set status = 'ACTIVE' where account = 'kiemsoat'")
    expect(Object.keys(await heard(made.code))).toEqual(['admin', 'ketoan'])
  })
})

describe('a statement that somebody gives up', () => {
  test('is told to who has checked it, with the reason', async () => {
    const { id, name } = await it.opened()
    await it.payables(id, [{ cod: 100_000 }])
    await makeDue(it.runtime)
    const made = await it.lastOf(id)
    await check(made)
    await giveUp(id, 'ketoan')
    const [notice] = (await heard(made.code)).admin ?? []
    expect(notice).toEqual({
      text: expect.stringMatching(new RegExp(`^\\S.* đã huỷ bảng kê ${made.code} của ${name}\\. Lý do: Sai phí$`)),
      link: address(made.id),
    })
    expect(Object.keys(await heard(made.code))).toEqual(['admin'])
  })

  test('is told to who has made it, unless it is they who give it up', async () => {
    const { id } = await it.opened()
    for (const [as, told] of [
      ['admin', ['ketoan']],
      ['ketoan', []],
    ] as const) {
      await it.payables(id, [{ cod: 100_000 }])
      it.must(await it.call(runCodSettlement, { keyAccountId: id, reason: 'Lập sớm' }, by('ketoan')))
      const { code } = await it.lastOf(id)
      await giveUp(id, as)
      expect(Object.keys(await heard(code))).toEqual(told)
    }
  })
})
