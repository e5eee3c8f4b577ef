/** Incidents from report to end: what joins, who works on them, what is merged, the board and the report. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#core/notifications/contract/notifications.ts'
import { cfmIncidents } from '#subsystems/cfm/contract/incidents.ts'
import { send, sendList } from '../../../../test/app.ts'
import { CHECKER, type IncidentWorld, incidentWorld, MAKER, qr, START } from '../../../../test/incidents.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { incidentTeamReport } from '../contract/team-report.ts'
import { handlersNow, handlersOf } from './people.ts'

let world: IncidentWorld
beforeAll(async () => {
  world = await incidentWorld()
})
afterAll(() => world?.close())

test('opens from a transaction, stands where that does, and a second report of the same joins it', async () => {
  const { code } = await world.paid()
  const first = await world.opened(code)
  expect(first.data).toMatchObject({ joined: false, reports: 1, code: expect.stringMatching(/^SV261119\d{6}$/) })
  const again = await world.opened(code, { reporterName: 'Trần Văn Bình' })
  expect(again.data).toMatchObject({ id: first.data?.id, joined: true, reports: 2 })
  const other = await world.opened(code, {}, 'OTHER')
  expect(other.data).toMatchObject({ joined: false })
  const one = await world.found(first.data?.id as string)
  expect(one).toMatchObject({
    status: 'NEW',
    priority: 'HIGH',
    subjectCode: code,
    amount: '150000.00',
    unitName: expect.stringContaining(''),
    records: [{ code }],
  })
  expect(one.clocks).toMatchObject([
    { kind: 'FIRST_RESPONSE', state: 'RUNNING', dueAt: '2026-11-19T11:00:00.000+07:00', allowed: 120 },
    { kind: 'RESOLUTION', state: 'RUNNING', dueAt: '2026-11-20T09:00:00.000+07:00', allowed: 480 },
  ])
  expect(one.dueAt).toBe('2026-11-19T11:00:00.000+07:00')
  expect(one.timeline.map(({ kind }) => kind)).toEqual(['CREATED', 'REPORTED'])
  expect(one.similar).toMatchObject([{ code: other.data?.code }])
})

test('two reports at the same moment are one incident', async () => {
  const { code } = await world.paid()
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.opened(code)))
  expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
  expect((await world.found(answers[0]?.data?.id as string)).reports).toBe(8)
})

test('what is missing or wrong in a report is said at its field', async () => {
  const { code } = await world.paid()
  expect(await world.opened('QR-KHONG-CO')).toMatchObject({ status: 422, errors: [{ field: 'subjectCode', code: 'INC-001' }] })
  expect(await world.opened(undefined as unknown as string)).toMatchObject({ status: 422, errors: [{ field: 'subjectCode', code: 'INC-002' }] })
  expect(await world.opened(code, {}, 'WRONG_AMOUNT')).toMatchObject({ status: 422, errors: [{ field: 'attachments', code: 'INC-003' }] })
  expect(await world.opened(code, { categoryId: '999999' })).toMatchObject({ status: 422, errors: [{ field: 'categoryId', code: 'INC-005' }] })
  const { rows } = await world.app.runtime.database.owner.query<{ id: string }>("select id from incident.category where code = 'WRONG_RECEIVER'")
  const elsewhere = await world.opened(code, { categoryId: rows[0]?.id })
  expect(elsewhere).toMatchObject({ status: 422, errors: [{ field: 'categoryId', code: 'INC-031' }] })
  expect(await world.call(qr.create, { subjectCode: code } as never)).toMatchObject({ status: 422 })
  world.clock.advance(61 * 86_400_000)
  expect(await world.opened(code)).toMatchObject({ status: 422, errors: [{ field: 'subjectCode', code: 'INC-004' }] })
  expect((await world.opened(code, { reporterKind: 'STAFF' })).status).toBe(200)
  world.clock.set(START)
})

test('the report tells what each team has received, and how long it took', async () => {
  await world.app.runtime.database.owner.query("update incident.incident set status = 'CLOSED', ended_at = now(), due_at = null")
  world.at('2026-12-14T09:00')
  const day = { from: '2026-12-14', to: '2026-12-14' }
  const rows = async () => {
    const asked = { searchSdi: day, pageInfo: { currentPage: 1, pageSize: 100 as const } }
    const reply = await send(world.cash, incidentTeamReport, asked, { headers: { authorization: `Bearer ${MAKER}` } })
    expect(reply).toMatchObject({ status: 200 })
    return reply.data?.result ?? []
  }
  expect(await rows()).toEqual([])
  for (const [begun, minutes] of [
    ['09:00', 20],
    ['10:00', 40],
    ['11:00', 60],
  ] as const) {
    world.at(`2026-12-14T${begun}`)
    const { id } = await world.inWork()
    world.clock.advance(minutes * 60_000)
    await world.call(qr.resolve, { ...(await world.ref(id)), cause: 'OURS', resolution: 'Xong', via: 'PHONE' })
  }
  world.at('2026-12-14T15:00')
  await world.opened((await world.paid()).code)
  const found = await rows()
  expect(found.find(({ teamId }) => teamId === null)).toMatchObject({ received: 1, resolved: 0, open: 1, answerMedian: null, reopenRate: null })
  expect(found.find(({ teamId }) => teamId !== null)).toMatchObject({
    received: 3,
    answered: 3,
    resolved: 3,
    resolutionMedian: 40,
    resolutionP95: 58,
    open: 0,
    overdue: 0,
  })
})

test('who takes the next one has it alone for ten minutes: the nearest to its due time, then the greatest amount', async () => {
  await world.app.runtime.database.owner.query("update incident.incident set status = 'CLOSED', ended_at = now(), due_at = null")
  const [small, great] = [await world.paid('10000'), await world.paid('90000')]
  const [one, two] = [(await world.opened(small.code)).data, (await world.opened(great.code)).data]
  expect((await world.call(qr.takeNext, {})).data).toMatchObject({ id: two?.id })
  expect((await world.call(qr.takeNext, {}, 'admin')).data).toMatchObject({ id: one?.id })
  expect(await world.call(qr.start, await world.ref(two?.id as string), 'admin')).toMatchObject({ status: 409, code: 'INC-006' })
  world.clock.advance(11 * 60_000)
  expect((await world.call(qr.start, await world.ref(two?.id as string), 'admin')).status).toBe(200)
  expect(await world.call(qr.reject, { ...(await world.ref(two?.id as string)), reason: 'x' })).toMatchObject({ status: 403, code: 'INC-013' })
  world.clock.set(START)
})

test('the same matter twice: one takes the other in, whose clocks stop and never come back', async () => {
  const [one, two] = [await world.inWork(), await world.inWork()]
  const into = (await world.found(two.id)).code
  expect(await world.call(qr.merge, { ...(await world.ref(one.id)), intoCode: (await world.found(one.id)).code, reason: 'x' })).toMatchObject({
    status: 422,
    errors: [{ code: 'INC-017' }],
  })
  expect((await world.call(qr.merge, { ...(await world.ref(one.id)), intoCode: into, reason: 'Cùng một lần chuyển' })).status).toBe(200)
  const gone = await world.found(one.id)
  expect(gone).toMatchObject({ status: 'CLOSED', mergedInto: { code: into }, dueAt: null })
  expect(gone.clocks.every(({ state }) => state === 'STOPPED')).toBe(true)
  expect(await world.found(two.id)).toMatchObject({ reports: 2 })
  expect((await world.found(two.id)).records.map(({ code }) => code).sort()).toEqual([one.payment.code, two.payment.code].sort())
  expect(await world.call(qr.reopen, { ...(await world.ref(one.id)), reason: 'x' })).toMatchObject({ status: 409, code: 'INC-016' })
  expect(await world.call(qr.message, { id: one.id, from: 'REPORTER', content: 'Gửi vào sự vụ đã gộp' })).toMatchObject({ status: 200, data: { id: two.id } })
  expect((await world.found(two.id)).timeline.filter(({ kind }) => kind === 'MESSAGE').map(({ text }) => text)).toEqual(['Gửi vào sự vụ đã gộp'])
})

test('an answer by e-mail is sent, the first one stops its clock, and a note inside is none', async () => {
  const { code } = await world.paid()
  const id = (await world.opened(code, { reporterEmail: 'lan@example.vn' })).data?.id as string
  const checkerId = await world.person('admin')
  expect((await world.call(qr.note, { id, content: 'Nhờ anh xem giúp', mentions: [checkerId] })).status).toBe(200)
  expect((await world.found(id)).clocks[0]).toMatchObject({ state: 'RUNNING' })
  expect((await world.call(listNotifications, {}, 'admin')).data?.items[0]?.link).toContain(`/${id}`)
  expect((await world.call(qr.reply, { id, via: 'EMAIL', content: 'Đang tra soát' })).status).toBe(200)
  expect((await world.found(id)).clocks[0]).toMatchObject({ state: 'MET' })
  expect((await mailsTo(world.app.runtime, 'lan@example.vn')).length).toBe(1)
  const silent = (await world.opened((await world.paid()).code)).data?.id as string
  expect(await world.call(qr.reply, { id: silent, via: 'EMAIL', content: 'x' })).toMatchObject({ status: 422, errors: [{ field: 'via', code: 'INC-020' }] })
})

test('given to somebody who handles incidents there; one person’s are not worked on by another', async () => {
  const { id } = await world.inWork()
  expect(await world.call(qr.assign, { ...(await world.ref(id)), assigneeId: await world.person(CHECKER) })).toMatchObject({
    status: 422,
    errors: [{ code: 'INC-007' }],
  })
  const adminId = await world.person('admin')
  expect((await world.call(qr.assign, { ...(await world.ref(id)), assigneeId: adminId, note: 'Nhờ xử lý' })).status).toBe(200)
  expect(await world.found(id)).toMatchObject({ status: 'ASSIGNED', mine: false })
  const many = await world.call(qr.assignMany, { rows: [await world.ref(id)] })
  expect(many.data).toMatchObject({ done: 1 })
  expect(await world.found(id)).toMatchObject({ mine: true })
})

test('the board counts each state, and a desk shows its own incidents alone', async () => {
  const { data } = await world.call(qr.board, {})
  const total = (await sendList(world.server, qr.list, { filter: { view: 'OPEN' } }, { headers: { authorization: `Bearer ${MAKER}` } })).data?.totalRecord
  const open = (data ?? []).filter(({ status }) => !['RESOLVED', 'CLOSED', 'REJECTED'].includes(status))
  expect(open.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  const { id } = await world.inWork()
  expect(await world.call(cfmIncidents.detail, { id })).toMatchObject({ status: 404 })
  expect(await world.call(cfmIncidents.close, await world.ref(id))).toMatchObject({ status: 404 })
})

test('given to a unit: it is nobody’s until somebody of that unit takes it', async () => {
  await world.app.runtime.database.owner.query("update incident.incident set status = 'CLOSED', ended_at = now(), due_at = null, assignee_id = null")
  const { unit_id: own } = await world.app.runtime.db.selectFrom('iam.person').select('unit_id').where('account', '=', MAKER).executeTakeFirstOrThrow()
  const teamId = own as string
  const units = (await world.call(qr.teams, {})).data ?? []
  expect(units.find(({ id }) => id === teamId)?.people).toBeGreaterThan(0)
  const empty = await world.app.runtime.db
    .selectFrom('organisation.unit_directory')
    .select('id')
    .where(
      'id',
      'not in',
      units.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow()
  const { id } = await world.inWork()
  const refused = async (given: object) => world.call(qr.assign, { ...(await world.ref(id)), ...given })
  expect(await refused({})).toMatchObject({ status: 422, errors: [{ field: 'assigneeId', code: 'INC-027' }] })
  expect(await refused({ teamId, assigneeId: await world.person('admin') })).toMatchObject({ status: 422, errors: [{ code: 'INC-027' }] })
  expect(await refused({ teamId: empty.id })).toMatchObject({ status: 422, errors: [{ field: 'teamId', code: 'INC-028' }] })
  expect(await world.found(id)).toMatchObject({ status: 'IN_PROGRESS', mine: true })

  expect((await world.call(qr.assignMany, { rows: [await world.ref(id)], teamId })).data).toMatchObject({ done: 1 })
  const { name } = units.find((unit) => unit.id === teamId) ?? { name: '' }
  expect(await world.found(id)).toMatchObject({ status: 'ASSIGNED', assigneeName: null, teamName: name, mine: false })
  const listed = async (filter: object) =>
    ((await sendList(world.server, qr.list, { filter }, { headers: { authorization: `Bearer ${MAKER}` } })).data?.result ?? []).map((row) => row.id)
  expect(await listed({ view: 'TEAM' })).toEqual([id])
  expect(await listed({ teamId })).toContain(id)
  expect(await listed({ view: 'MINE' })).toEqual([])
  expect((await world.call(qr.board, { whose: 'TEAM' })).data?.find(({ status }) => status === 'ASSIGNED')).toMatchObject({ count: 1 })

  // Of another unit: their queue has it, not this one's, as long as somebody there handles it.
  const { owner } = world.app.runtime.database
  await owner.query('update incident.incident set team_unit_id = $1 where id = $2', [empty.id, id])
  const handlers = () => handlersNow(world.app.runtime.db, qr.permissions.handle, id, empty.id)
  const all = await handlersOf(world.app.runtime.db, qr.permissions.handle, id)
  expect(all.length).toBeGreaterThan(0)
  expect(await handlers()).toEqual(all)
  expect((await world.call(qr.takeNext, {})).data).toMatchObject({ id })
  expect((await world.call(qr.release, { id })).status).toBe(200)
  const { rows: seats } = await owner.query("select unit_id from iam.user_account where account = 'admin'")
  const sit = (unitId: string | null) => owner.query("update iam.user_account set unit_id = $1 where account = 'admin'", [unitId])
  await sit(empty.id as string)
  expect(await handlers()).toEqual([await world.person('admin')])
  expect(await world.call(qr.takeNext, {})).toMatchObject({ status: 200, data: { id: null, code: null } })
  await sit(seats[0].unit_id)
  await world.app.runtime.database.owner.query('update incident.incident set team_unit_id = $1 where id = $2', [teamId, id])
  expect((await world.call(qr.takeNext, {})).data).toMatchObject({ id })
  expect((await world.call(qr.start, await world.ref(id))).status).toBe(200)
  await world.call(qr.wait, { ...(await world.ref(id)), partnerId: world.channel.partnerId, note: 'Tra soát' })
  expect(await refused({ teamId })).toMatchObject({ status: 409, code: 'INC-029' })
  expect(await world.found(id)).toMatchObject({ status: 'WAITING_PARTNER', mine: true })
})
