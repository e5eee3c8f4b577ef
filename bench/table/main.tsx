/** The page that bench/table.ts scrolls: the kit's table with 100,000 rows of 12 columns. */
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { enumOf, Money, Timestamp } from '#kernel/primitives.ts'
import { NO_LAYOUT } from '#platform/web/kit/list/column-settings.ts'
import { columnsOf } from '#platform/web/kit/list/columns.ts'
import { DataTable } from '#platform/web/kit/list/data-table.tsx'
import { Root } from '#platform/web/shell/frame/root.tsx'
import { AntdRoot } from '#platform/web/shell/look/antd-root.tsx'

const ROWS = 100_000

const text = z.string().meta({ kind: 'text' })
const code = z.string().meta({ kind: 'code' })
const shape = {
  code,
  reference: code,
  shop: text,
  unit: text,
  payer: text,
  account: code,
  amount: Money,
  fee: Money,
  tax: Money,
  channel: enumOf('bench.channel', ['APP', 'QR']),
  occurredAt: Timestamp,
  note: text,
}
type Row = { [K in keyof typeof shape]: string } & { id: string }

const rows = Array.from({ length: ROWS }, (_, at): Row => {
  const n = String(at).padStart(6, '0')
  return {
    id: String(at + 1),
    code: `QR20261121${n}`,
    reference: `REF-${n}`,
    shop: `Cửa hàng ${at % 997}`,
    unit: `Bưu cục ${at % 313}`,
    payer: 'NGUYEN VAN AN',
    account: `97043${n}`,
    amount: `${at}000.00`,
    fee: '500.00',
    tax: '50.00',
    channel: at % 2 ? 'APP' : 'QR',
    occurredAt: '2026-11-21T08:30:00.000+07:00',
    note: at % 3 ? '' : `Thanh toán đơn hàng ${n}`,
  }
})
const columns = columnsOf<Row>(shape, [{ field: 'code', fixed: 'start' }, ...(Object.keys(shape).slice(1) as (keyof typeof shape)[])], (field) => field)

createRoot(document.getElementById('root') as HTMLElement).render(
  <Root>
    <AntdRoot>
      <div className="bt-list" style={{ height: '100vh' }}>
        <DataTable
          label="Bảng"
          rows={rows}
          rowKey={(row) => row.id}
          columns={columns}
          layout={NO_LAYOUT}
          onResize={() => undefined}
          sums={{ amount: '4999950000000.00' }}
          total={ROWS}
          page={1}
          size={100}
          sortKeys={[]}
          sort={{ field: 'code', direction: 'asc' }}
          onSort={() => undefined}
          busy={false}
          empty={null}
        />
      </div>
    </AntdRoot>
  </Root>,
)

const scroller = () => document.querySelector('.bt-table-scroll') as HTMLElement

/** Draws frames for so many seconds, each of which moves the table on by `step` pixels. */
function frames(step: number, seconds: number): Promise<{ perSecond: number; inTime: number; blank: number }> {
  return new Promise((resolve) => {
    const table = scroller()
    const { top, height } = table.getBoundingClientRect()
    const times: number[] = []
    let blank = 0
    const frame = (now: number) => {
      times.push(now)
      if (!document.elementFromPoint(200, top + height / 2)?.closest('tr')) blank++
      if (step > 0) table.scrollTop = (table.scrollTop + step) % (table.scrollHeight - table.clientHeight)
      const first = times[0] ?? now
      if (now - first < seconds * 1000) return requestAnimationFrame(frame)
      const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
      return resolve({
        perSecond: (gaps.length / (now - first)) * 1000,
        inTime: gaps.filter((gap) => gap < 25).length / gaps.length,
        blank: blank / times.length,
      })
    }
    requestAnimationFrame(frame)
  })
}

/** Milliseconds from a jump to the last row until it is there. */
function jump(): Promise<number> {
  return new Promise((resolve) => {
    const table = scroller()
    table.scrollTop = 0
    requestAnimationFrame(() => {
      const start = performance.now()
      table.scrollTop = table.scrollHeight
      const look = () => (document.querySelector(`tr[data-row-key="${ROWS}"]`) ? resolve(performance.now() - start) : requestAnimationFrame(look))
      look()
    })
  })
}

Object.assign(window, { bench: { frames, jump } })
