import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import type { EventLine } from '#subsystems/cob/contract/feed.ts'
import { checkDigitOf } from '#subsystems/cob/contract/s10.ts'
import { openCouriers } from '#subsystems/cob/server/couriers/open.ts'
import { openChannel } from '../../src/app/simulator/channel.ts'
import { testConfig } from '../../test/config.ts'
import { expect, inFront, rows } from './portal.ts'
import { demoDatabase, idOfUnit } from './server.ts'
import { words } from './words.ts'

const PAID = { status: 'SUCCEEDED', code: '00', message: 'Giao dịch thành công' }
const MINUTE_MS = 60_000

export interface Postman {
  id: string
  code: string
  name: string
}

/** What an item is to bring, and what its receiver has paid: as much, unless something else is said. */
export interface Wanted {
  cod: string
  paid?: string
  keyAccount?: string
}

let made = 0
const serial = () => {
  made += 1
  return `${String(Date.now()).slice(-6)}${String(made % 100).padStart(2, '0')}`
}

/** A code of S10 that no other item has. */
function itemCode(): string {
  const digits = serial()
  return `EJ${digits}${checkDigitOf(digits)}VN`
}

/** Our own system, which tells of items, and a bank, which reports what postmen have paid by QR: both through the signed gateway of the server at an address. */
export async function codChannel(origin: string) {
  const db = demoDatabase()
  const client = async (clientId: string) => {
    const partner = await partnerByClientId(db, testConfig(), clientId)
    if (!partner) throw new Error(`the demo has no client ${clientId}`)
    return openChannel({ baseUrl: origin, clientId, secret: partner.secret })
  }
  const [feed, bank] = [await client('gw-buugui'), await client('gw-vcb')]
  const at = (minutes: number) => isoLocal(new Date(Date.now() - minutes * MINUTE_MS))
  async function tell(what: 'items' | 'events', lines: readonly object[]): Promise<void> {
    const { status, envelope } = await feed(`/cob-101/v1/${what}/batch`, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    const data = envelope.data as { created: number; results: { status: string }[] } | null
    if (data?.created !== lines.length) throw new Error(`${status} ${envelope.message} ${JSON.stringify(data?.results)}`)
  }
  return {
    /** A postman of an office, who holds nothing yet. */
    async postman(office: string, name = 'Nguyễn Văn Tuyến'): Promise<Postman> {
      const code = `E2E-${serial()}`
      const unitId = await idOfUnit(office)
      const [id = ''] = await db.transaction().execute((tx) => openCouriers(tx, [{ code, name, unitId, route: 'T09' }], { by: 'admin', at: new Date() }))
      return { id, code, name }
    },
    /** Items that he has brought to their receivers today, and whose money he has taken; answers their codes. */
    async delivered({ code: courier }: Postman, office: string, wanted: readonly Wanted[]): Promise<string[]> {
      const items = wanted.map((one) => ({ ...one, code: itemCode() }))
      const receiver = { name: 'Lê Thị Mai', phone: '0912345678', address: '12 Hàng Bài' }
      const facts = { acceptedAt: at(90), acceptedUnit: '790101', deliveryUnit: office, sender: { name: 'Shop Hoa Sen' }, receiver, postage: '30000' }
      await tell(
        'items',
        items.map(({ code, cod, keyAccount }) => ({ ...facts, code, codAmount: cod, codFee: '5000', ...(keyAccount === undefined ? {} : { keyAccount }) })),
      )
      const event = (item: string, kind: EventLine['kind'], minutes: number, more: object = {}) => ({
        ...{ reference: randomUUID(), item, kind, at: at(minutes), courier, ...more },
      })
      // As they come: money is often told of before the delivery it was taken at.
      const events = items.flatMap(({ code, cod, paid = cod }) => [
        event(code, 'COLLECTED', 20, { amount: paid, method: 'CASH' }),
        event(code, 'DELIVERED', 21),
        event(code, 'OUT_FOR_DELIVERY', 60),
      ])
      await tell('events', events)
      return items.map(({ code }) => code)
    },
    /** What he has paid by the QR code of the day, as the bank reports it; answers the code of the deposit. */
    async paidByQr({ code: courier, name }: Postman, items: readonly string[], amount: string): Promise<string> {
      const { envelope } = await bank('/og-001/v1/transactions', {
        ...{ externalRef: `E2E-${randomUUID()}`, service: 'COD', type: 'COLLECTION', channel: 'QR', kind: 'QR', courier, items, amount, currency: 'VND' },
        ...{ payer: { name }, memo: `Nop COD ${courier}`, occurredAt: isoLocal(new Date(Date.now() - 1000)), outcome: PAID },
      })
      const { transactionCode } = (envelope.data ?? {}) as { transactionCode?: string }
      if (transactionCode === undefined) throw new Error(`${envelope.code} ${envelope.message}`)
      return transactionCode
    },
    /** What he holds by his account of the ledger. */
    async held({ id }: Postman): Promise<string> {
      const { balance } = await db
        .selectFrom('cob.courier as c')
        .innerJoin('ledger.account as a', 'a.id', 'c.account_id')
        .select('a.balance')
        .where('c.id', '=', id)
        .executeTakeFirstOrThrow()
      return balance
    },
  }
}

export const dialog = (page: Page) => page.getByRole('dialog')

/** Presses a button of the page that is open. */
export const press = (page: Page, name: string) => inFront(page).getByRole('button', { name, exact: true }).click()

/** Sends the form that is open, by keyboard. */
export async function confirm(page: Page): Promise<void> {
  await expect(dialog(page).locator(':focus')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
}

/** Picks from a field that looks its options up by what is typed. */
export async function find(page: Page, label: string, text: string): Promise<void> {
  await dialog(page).getByLabel(label, { exact: true }).click()
  await page.keyboard.type(text)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first().click()
}

/** What may be done with the row of a list: a button of its own, or behind the three dots. */
export async function rowAction(page: Page, text: string, name: string): Promise<void> {
  const row = rows(page).filter({ hasText: text }).first()
  await row.getByRole('button', { name: words.common.more }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
