import type { z } from 'zod'
import { acknowledgeItem, CheckItem, type findDay } from '#core/cash/contract/day-close/days.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { Id, Version } from '#kernel/primitives.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { words } from './words.ts'

type Day = OutputOf<typeof findDay>

/** An item with the day it belongs to. */
const Row = CheckItem.extend({ id: Id, version: Version })
type Row = z.output<typeof Row>

const acknowledge = act<typeof acknowledgeItem, Row>(acknowledgeItem, {
  key: 'acknowledge',
  ask: ['note'],
  toInput: (values, { item }) => ({ ...values, item }),
  when: ({ severity, note }) => severity === 'ACKNOWLEDGE' && note === null,
})

const isSettled = ({ severity, note }: z.output<typeof CheckItem>) => severity === 'ACKNOWLEDGE' && note !== null

/** What has to be done before the day closes, each with the way to it. */
export function Checklist({ day }: { day: Day }) {
  const labels = useLabels(words)
  return (
    <ActionHost entity="cash.day-close.item" schema={Row} nameOf={({ code }: Row) => code}>
      <ul className="bt-checklist">
        {day.checks.map(({ name, title, items }) => {
          const open = items.filter((item) => !isSettled(item))
          const state = items.length === 0 ? 'good' : open.length === 0 ? 'seen' : open.some(({ severity }) => severity === 'BLOCK') ? 'blocked' : 'open'
          return (
            <li key={name} className={`bt-check-${state}`}>
              <p>
                <strong>{title}</strong> <span>{labels.text(state, { n: String(open.length) })}</span>
              </p>
              {items.length > 0 && (
                <FieldTable
                  entity="cash.day-close.item"
                  schema={Row}
                  rows={items.map((item) => ({ ...item, id: day.id, version: day.version }))}
                  rowKey={({ item }) => item}
                  fields={[
                    { field: 'code', render: ({ code, path }) => (path === null ? code : <PageLink to={path}>{code}</PageLink>) },
                    'about',
                    'amount',
                    { field: 'note', render: ({ note, acknowledgedBy }) => (note === null ? null : `${note} (${acknowledgedBy})`) },
                  ]}
                  actions={(row) => <ActionButton action={acknowledge} row={row} />}
                />
              )}
            </li>
          )
        })}
      </ul>
    </ActionHost>
  )
}
