/** A day of a bank: what does not agree goes out as a workbook and comes back with decisions, and ends in the ledger to the đồng. */
import { readFile } from 'node:fs/promises'
import * as XLSX from '@e965/xlsx'
import { sql } from 'kysely'
import { fill } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import { partnerReconciliation } from '#subsystems/par/contract/reconciliation.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { paths } from '#subsystems/qr/web/paths.ts'
import type { Entry } from '../src/app/simulator/statements/sealing.ts'
import { approve, GL } from './support/books.ts'
import { bankChannel } from './support/partner.ts'
import { EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import {
  bookedOn,
  breakRow,
  CHECKER,
  clerkAt,
  confirm,
  dayBefore,
  dialog,
  freeDay,
  MAKER,
  press,
  sessionIs,
  setupOf,
  statementOf,
  today,
} from './support/reconciliation.ts'
import { demoDatabase } from './support/server.ts'
import { pattern, words } from './support/words.ts'

const BREAKS = 200
const LEDGER_ACCOUNT = '/pp-gl/quan_ly_tai_khoan_nghiep_vu/chi_tiet_tai_khoan_nghiep_vu'

/** Money that the bank has and we do not: small enough to be written off, one by one. */
const unknownTo = (day: string): Entry[] =>
  Array.from({ length: BREAKS }, (_none, at) => ({
    ...{ reference: `LA${String(at + 1).padStart(6, '0')}`, documentNo: `FT${day.replaceAll('-', '')}${at + 1}`, day, time: '23:00:00' },
    ...{ amount: BigInt(1_000 + at) * 100n, account: String(880_000_000 + at), name: 'NGUYEN VAN LA', text: `CHUYEN TIEN ${at + 1}` },
  }))

/** Fills a workbook in as a person does in a spreadsheet program: what has a decision gets it in the columns that are open. */
function fillIn(content: Buffer, decide: (at: number) => { resolution: string; reason: string }, change?: (sheet: XLSX.WorkSheet) => void): Buffer {
  const book = XLSX.read(content, { type: 'buffer', cellNF: true, cellStyles: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
  for (let at = 0; at < BREAKS; at++) {
    const { resolution, reason } = decide(at)
    sheet[`M${at + 2}`] = { t: 's', v: resolution }
    sheet[`N${at + 2}`] = { t: 's', v: reason }
  }
  change?.(sheet)
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

test('200 breaks go out as a workbook and come back decided; the day is settled by two, and the ledger agrees', VI, async ({ page, server }) => {
  const setup = await setupOf('QR-VCB')
  const day = await dayBefore(setup)
  const bank = await bankChannel(server.origin)
  for (const amount of ['3250000', '1750000', '990000']) await bank.paidAt(amount, `${day}T09:00:00+07:00`)
  const clerk = await clerkAt(server.origin, qrReconciliation, 'PP_QR')
  const id = await clerk.reviewed(setup, day, await statementOf('XLSX', setup, day, [...(await bookedOn(setup, day)), ...unknownTo(day)]))
  const { code } = await clerk.now(id)
  const address = `${paths.reconciliationSession}?id=${id}`
  const { texts } = words.reconciliation
  const { resolution, rowOutcome, breakStatus } = words.breaks.enums
  const decided = (at: number) =>
    at % 3 === 0
      ? { resolution: resolution.DISPUTE, reason: 'Đề nghị ngân hàng xác nhận' }
      : { resolution: at % 3 === 1 ? resolution.WRITE_OFF : resolution.ADJUST, reason: 'Theo biên bản đối soát' }
  let book = Buffer.alloc(0)

  await test.step('the open breaks are taken home', async () => {
    await signIn(page, MAKER, 'PP_QR', `${address}&tab=breaks`)
    await expect(rows(page).first()).toBeVisible()
    const arriving = page.waitForEvent('download')
    await press(page, texts.workbookDown)
    book = await readFile(await (await arriving).path())
  })

  const bring = async (content: Buffer) => {
    await press(page, texts.workbookUp)
    await dialog(page).locator('input[type=file]').setInputFiles({ name: 'chenh-lech.xlsx', mimeType: 'application/octet-stream', buffer: content })
    await expect(dialog(page).getByText(pattern(rowOutcome.APPLY)).first()).toBeVisible()
  }
  const outcome = (name: string, n: number) => dialog(page).getByText(`${name} (${n})`, { exact: true })

  await test.step('a cell that was locked has been changed: that row is named and left out', async () => {
    await bring(
      fillIn(book, decided, (sheet) => {
        sheet.E2 = { t: 's', v: 'KHAC' }
      }),
    )
    await expect(outcome(rowOutcome.APPLY, BREAKS - 1)).toBeVisible()
    await outcome(rowOutcome.INVALID, 1).click()
    await expect(dialog(page).locator('tbody tr')).toContainText('KHAC')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('brought back as it should be, it is compared and submitted', async () => {
    await bring(fillIn(book, decided))
    await expect(outcome(rowOutcome.APPLY, BREAKS)).toBeVisible()
    await dialog(page).getByLabel(texts.resolveWhy, { exact: true }).fill('Biên bản đối soát đã ký')
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page).getByRole('button', { name: words.reconciliation.texts.workbookResult })).toBeVisible()
    await expect(dialog(page).getByLabel(texts.resolveWhy, { exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(rows(page).first()).toContainText(breakStatus.PROPOSED)
  })

  await test.step('a second person agrees to all of it at once', async () => {
    await signIn(page, CHECKER, 'PP_QR', `${address}&tab=breaks`)
    await approve(page)
    await expect(rows(page).first()).toContainText(breakStatus.RESOLVED)
    await expect(inFront(page).getByText(fill(texts.openOf, { open: '0', all: String(BREAKS) }))).toBeVisible()
  })

  await test.step('the day is confirmed, and settled by a second person', async () => {
    await signIn(page, MAKER, 'PP_QR', address)
    await press(page, words.sessions.actions.confirm)
    await confirm(page)
    await sessionIs(page, 'CONFIRMED')
    await press(page, words.sessions.actions.settle)
    await dialog(page).getByLabel(texts.settleReason).fill('Số liệu hai bên đã thống nhất')
    await page.keyboard.press('Control+Enter')
    await expect(inFront(page).locator('.bt-request-banner')).toBeVisible()
    await signIn(page, CHECKER, 'PP_QR', address)
    await approve(page)
    await sessionIs(page, 'SETTLED')
  })

  await test.step('the ledger says the same', async () => {
    const db = demoDatabase()
    const { ours_sum: ours, theirs_sum: theirs } = await db
      .selectFrom('reconciliation.session')
      .select(['ours_sum', 'theirs_sum'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { rows: posted } = await sql<{ id: string; code: string; amount: string }>`
      select a.id::text as id, a.code, sum(case e.side when 'D' then e.amount else -e.amount end)::text as amount
      from ledger.journal j join ledger.entry e on e.journal_id = j.id join ledger.account a on a.id = e.account_id
      where j.source_type = 'reconciliation.session' and j.source_id = ${id} group by a.id, a.code`.execute(db)
    // All of the statement has come to the bank, and all of ours has left the account on which the partner owed it.
    const bankAccount = posted.find(({ code: account }) => account === '1121.VCB')
    const clearing = posted.find(({ amount }) => amount === `-${ours}`)
    expect(bankAccount?.amount).toBe(theirs)
    await signIn(page, MAKER, GL, `${LEDGER_ACCOUNT}/${bankAccount?.id}`)
    const line = inFront(page)
      .getByRole('row')
      .filter({ hasText: code })
      .filter({ hasText: showMoney(ours, 'vi', 0) })
    await line.getByRole('button').press('Enter')
    await expect(
      dialog(page)
        .getByRole('row')
        .filter({ hasText: clearing?.code ?? '' }),
    ).toContainText(showMoney(ours, 'vi', 0))
  })
})

test('two payments that the bank alone knows the end of become a request, which two people bring to its end', EN, async ({ page, server }) => {
  const setup = await setupOf('QR-VCB')
  const day = today()
  await freeDay(setup, day)
  const bank = await bankChannel(server.origin)
  const lost = [await bank.lost('410000'), await bank.lost('420000')]
  const references = lost.map(({ externalRef }) => externalRef)
  const clerk = await clerkAt(server.origin, partnerReconciliation, 'PP_PAR')
  const id = await clerk.reviewed(setup, day, await statementOf('XLSX', setup, day, await bookedOn(setup, day, references)))
  const breaks = `${partnerReconciliation.routes.detail}?id=${id}&tab=breaks`
  const { texts } = words.reconciliation
  const { requestStatus, itemStatus } = words.requests.enums
  const isNow = (status: keyof typeof requestStatus) => expect(inFront(page).locator('.bt-detail-head')).toContainText(requestStatus[status])
  let request = ''

  await test.step('the breaks are chosen, and become a request', async () => {
    await signIn(page, MAKER, 'PP_PAR', breaks)
    for (const reference of references) await breakRow(page, reference).getByRole('checkbox').press('Space')
    await press(page, words.breaks.actions.toRequest)
    await dialog(page).getByRole('button', { name: words.breaks.actions.toRequest, exact: true }).press('Enter')
    for (const { code } of lost) await expect(dialog(page).getByRole('rowheader', { name: pattern(code) })).toBeVisible()
    for (const n of [1, 2]) {
      await dialog(page).getByLabel(`${texts.outcomeWanted} ${n}`, { exact: true }).press('Enter')
      await page.locator('.ant-select-dropdown:visible').getByTitle(words.breaks.enums.outcome.SUCCEEDED, { exact: true }).click()
    }
    await dialog(page).getByLabel(words.requests.fields.request.reason, { exact: true }).fill('Ngân hàng đã ghi có theo sao kê')
    await page.keyboard.press('Control+Enter')
    await isNow('NEW')
    request = page.url().slice(new URL(page.url()).origin.length)
  })

  await test.step('it is submitted', async () => {
    await press(page, words.requests.actions.submit)
    await dialog(page).locator('textarea').fill('Đã kiểm tra sao kê')
    await confirm(page)
    await isNow('SUBMITTED')
  })

  await test.step('a second person agrees: each payment has its own result', async () => {
    await signIn(page, CHECKER, 'PP_PAR', request)
    await approve(page)
    await isNow('DONE')
    for (const { code } of lost) {
      const line = inFront(page).getByRole('row').filter({ hasText: code })
      await expect(line).toContainText(itemStatus.DONE)
      await expect(line).toContainText(words.payments.enums.transactionStatus.SUCCEEDED)
    }
  })

  await test.step('nothing of them is left to be resolved', async () => {
    await page.goto(breaks)
    for (const reference of references) await expect(breakRow(page, reference)).toContainText(words.breaks.enums.breakStatus.RESOLVED)
  })
})
