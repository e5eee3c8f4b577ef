import { Form } from 'antd'
import { assignmentUsers, changeBusinesses, Effective, effectiveAssignments, endAssignment } from '#core/assignment/contract/assignment.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { isDateOnly } from '#kernel/dates.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import type { CommandOptions } from '#platform/web/kit/actions/action.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import '#platform/web/kit/detail/browse.css'
import './assignment.css'
import { PeopleSelect, UnitsSelect } from './subject-selects.tsx'
import { words } from './words.ts'

/** Whom the screen is about; one of the two. */
interface Chosen {
  unitId?: string | undefined
  userId?: string | undefined
}

type Row = OutputOf<typeof effectiveAssignments>[number] & Chosen & { subjectName: string | null }

/** The unit or the person, and the day, stand in the address: a link and a reload open the same. */
function useChoice() {
  const { address, tabId } = useScreen()
  const [path = '', query = ''] = address.split('?')
  const own = new URLSearchParams(query)
  const userId = own.get('userId') ?? undefined
  const unitId = userId === undefined ? (own.get('unitId') ?? undefined) : undefined
  const day = own.get('day') ?? ''
  const show = (next: Chosen & { day?: string }) => {
    const kept = Object.entries({ unitId, userId, ...(isDateOnly(day) ? { day } : {}), ...next }).filter((one): one is [string, string] => one[1] !== undefined)
    replaceAddress(tabId, kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`)
  }
  return { unitId, userId, day: isDateOnly(day) ? day : today(), show }
}

/** The days and the reason, and further services, units and people that the same goes for. */
function ChangeFields() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="businesses" />
      <Pair>
        <Field name="validFrom" />
        <Field name="validTo" />
      </Pair>
      <Field name="reason" />
      <Field name="unitIds" label={labels.text('moreUnits')}>
        <UnitsSelect />
      </Field>
      <Field name="userIds" label={labels.text('morePeople')}>
        <PeopleSelect />
      </Field>
    </>
  )
}

const changing = (verdict: 'ALLOWED' | 'REFUSED'): CommandOptions<typeof changeBusinesses, Row, Row> => ({
  size: 560,
  when: (row) => row.allowed !== (verdict === 'ALLOWED'),
  values: ({ business }) => ({ businesses: [business], validFrom: today() }),
  toInput: ({ unitIds = [], userIds = [], ...values }, { unitId, userId }) => ({
    ...values,
    verdict,
    unitIds: withOwn(unitIds as string[], unitId),
    userIds: withOwn(userIds as string[], userId),
  }),
})

const withOwn = (others: readonly string[], own: string | undefined) => [...new Set(own === undefined ? others : [own, ...others])]

const allow = act(changeBusinesses, { key: 'allow', ask: ChangeFields, ...changing('ALLOWED') })
const end = act(endAssignment, {
  danger: true,
  ask: ['endsFrom', 'reason'],
  values: () => ({ endsFrom: today() }),
  toInput: (values, { ruleId: id, version }: Row) => ({ ...values, id, version }),
  when: ({ ruleId, inherited, validTo }: Row) => ruleId !== null && !inherited && (validTo === null || validTo >= today()),
})
const refuse = act(changeBusinesses, { key: 'refuse', ask: ChangeFields, danger: true, ...changing('REFUSED') })

/** Which services a unit or a person may do on a day, and which rule decides; changed at the service. */
export default function EffectiveScreen() {
  const labels = useLabels(words)
  const names = useNames('payments.service')
  const { unitId, userId, day, show } = useChoice()
  const chosen = unitId !== undefined || userId !== undefined
  const query = useContractQuery(effectiveAssignments, userId !== undefined ? { userId, day } : { unitId, day }, { enabled: chosen, keepPrevious: true })
  return (
    <div className="assignment-effective">
      <Form layout="vertical" className="assignment-choice">
        <Form.Item label={labels.text('unit')} htmlFor="effective-unit">
          <UnitSelect
            id="effective-unit"
            placeholder={labels.text('noUnit')}
            value={unitId}
            onChange={(value) => show({ unitId: value as string | undefined, userId: undefined })}
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
            onChange={(value) => show({ userId: value as string | undefined, unitId: undefined })}
          />
        </Form.Item>
        <Form.Item label={labels.text('day')} htmlFor="effective-day">
          <DateInput id="effective-day" value={day} allowClear={false} onChange={(value) => value && show({ day: value })} />
        </Form.Item>
      </Form>
      <ActionHost entity="assignment.assignment" schema={Effective} nameOf={({ business }: Row) => names.enumValue('payments.service', business)}>
        {!chosen && <p>{labels.text('pick')}</p>}
        {chosen &&
          (query.data ? (
            <Table rows={query.data.map((row) => ({ ...row, unitId, userId, subjectName: row.byUser ?? row.byUnit }))} />
          ) : (
            <Waiting query={query} />
          ))}
      </ActionHost>
    </div>
  )
}

function Table({ rows }: { rows: readonly Row[] }) {
  const labels = useLabels(words)
  const names = useNames('payments.service')
  return (
    <table className="bt-plain-table bt-plain-table-read">
      <thead>
        <tr>
          <th scope="col">{labels.field('assignment', 'business')}</th>
          <th scope="col">{labels.field('assignment', 'verdict')}</th>
          <th scope="col">{labels.text('why')}</th>
          <td />
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
            <td>
              <ActionButton action={allow} row={row} />
              <ActionButton action={refuse} row={row} />
              <ActionButton action={end} row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Why({ row: { byUser, byUnit, inherited } }: { row: Row }) {
  const labels = useLabels(words)
  if (byUser !== null) return labels.text('byUser', { name: byUser })
  if (byUnit === null) return <span className="bt-none">{labels.text('noRule')}</span>
  return labels.text(inherited ? 'inheritedRule' : 'ownRule', { name: byUnit })
}
