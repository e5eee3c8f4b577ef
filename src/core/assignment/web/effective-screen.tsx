import { Form } from 'antd'
import { useState } from 'react'
import { assignmentUsers, effectiveAssignments } from '#core/assignment/contract/assignment.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import '#platform/web/kit/detail/browse.css'
import './assignment.css'
import { words } from './words.ts'

type Effective = OutputOf<typeof effectiveAssignments>[number]

/** Which services a unit or a person may do on a day, and which rule says so. */
export default function EffectiveScreen() {
  const labels = useLabels(words)
  const [unitId, setUnit] = useState<string>()
  const [userId, setUser] = useState<string>()
  const [day, setDay] = useState(localDate(new Date()))
  const of = userId !== undefined ? { userId, day } : { unitId, day }
  const { data } = useContractQuery(effectiveAssignments, of, { enabled: unitId !== undefined || userId !== undefined, keepPrevious: true })
  const chosen = unitId !== undefined || userId !== undefined
  return (
    <div className="assignment-effective">
      <Form layout="vertical" className="assignment-choice">
        <Form.Item label={labels.text('unit')} htmlFor="effective-unit">
          <UnitSelect
            id="effective-unit"
            value={unitId}
            onChange={(value) => {
              setUnit(value as string | undefined)
              setUser(undefined)
            }}
          />
        </Form.Item>
        <Form.Item label={labels.text('user')} htmlFor="effective-user">
          <RemoteSelect
            id="effective-user"
            contract={assignmentUsers}
            search={(text) => ({ text })}
            find={(id) => ({ id })}
            option={({ id, account, fullName }) => ({ value: id, label: fullName, hint: account })}
            placeholder={labels.text('noPerson')}
            value={userId}
            onChange={(value) => {
              setUser(value as string | undefined)
              setUnit(undefined)
            }}
          />
        </Form.Item>
        <Form.Item label={labels.text('day')} htmlFor="effective-day">
          <DateInput id="effective-day" value={day} allowClear={false} onChange={(value) => value && setDay(value)} />
        </Form.Item>
      </Form>
      {chosen && data ? <Table rows={data} /> : <p>{labels.text('pick')}</p>}
    </div>
  )
}

function Table({ rows }: { rows: readonly Effective[] }) {
  const labels = useLabels(words)
  const names = useNames('payments.service')
  return (
    <table className="bt-plain-table bt-plain-table-read">
      <thead>
        <tr>
          <th scope="col">{labels.field('assignment', 'business')}</th>
          <th scope="col">{labels.field('assignment', 'verdict')}</th>
          <th scope="col">{labels.text('why')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.business}>
            <td>{names.enumValue('payments.service', row.business)}</td>
            <td>
              <span className={`bt-tag bt-tone-${row.allowed ? 'success' : 'failure'}`}>
                {labels.enumValue('assignment.verdict', row.allowed ? 'ALLOWED' : 'REFUSED')}
              </span>
            </td>
            <td>
              <Why row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Why({ row: { byUser, byUnit, inherited } }: { row: Effective }) {
  const labels = useLabels(words)
  if (byUser !== null) return labels.text('byUser', { name: byUser })
  if (byUnit === null) return <span className="bt-none">{labels.text('noRule')}</span>
  return labels.text(inherited ? 'inheritedRule' : 'ownRule', { name: byUnit })
}
