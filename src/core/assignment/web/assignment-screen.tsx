import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button, Input, Select } from 'antd'
import { assignBusinesses, assignmentUsers, effectiveAssignments, endAssignment, listAssignments, Verdict } from '#core/assignment/contract/assignment.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import type { RowOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { dialogHost } from '#platform/web/kit/actions/dialog-host.tsx'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { FormDrawer, FormField } from '#platform/web/kit/form/form-drawer.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { SeveralSelect } from './several-select.tsx'
import { words } from './words.ts'

type Rule = RowOf<typeof listAssignments>
type Dialog = { kind: 'assign' } | { kind: 'end'; rule: Rule }

const READS = [listAssignments, effectiveAssignments]
const { Host, useOpen } = dialogHost<Dialog>((dialog, close) =>
  dialog.kind === 'assign' ? <Assign onClose={close} /> : <End rule={dialog.rule} onClose={close} />,
)

function UnitsSelect(props: { value?: string[]; onChange?: (value: string[]) => void }) {
  return <SeveralSelect {...props} use={useUnits} />
}
function PeopleSelect(props: { value?: string[]; onChange?: (value: string[]) => void }) {
  return <SeveralSelect {...props} use={usePeople} />
}
const useUnits = (text: string) =>
  useContractQuery(searchUnits, { text }, { keepPrevious: true, quiet: true }).data?.map(({ id, code, name }) => ({ value: id, label: `${name} (${code})` }))
const usePeople = (text: string) =>
  useContractQuery(assignmentUsers, { text }, { keepPrevious: true, quiet: true }).data?.map(({ id, account, fullName }) => ({
    value: id,
    label: `${fullName} (${account})`,
  }))

function Assign({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
  const names = useNames('payments.service')
  const label = labels.fields('assignment')
  return (
    <FormDrawer
      contract={assignBusinesses}
      title={labels.text('assign')}
      done={labels.text('saved')}
      invalidates={READS}
      size={560}
      initial={{ verdict: 'REFUSED', validFrom: localDate(new Date()) }}
      onClose={onClose}
    >
      <FormField name="unitIds" label={label('unitIds')}>
        <UnitsSelect />
      </FormField>
      <FormField name="userIds" label={label('userIds')}>
        <PeopleSelect />
      </FormField>
      <FormField name="businesses" label={label('businesses')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={names.enumValues('payments.service').map((value) => ({ value, label: names.enumValue('payments.service', value) }))}
        />
      </FormField>
      <FormField name="verdict" label={label('verdict')}>
        <Select options={Verdict.options.map((value) => ({ value, label: labels.enumValue('assignment.verdict', value) }))} />
      </FormField>
      <div className="bt-form-pair">
        <FormField name="validFrom" label={label('validFrom')}>
          <DateInput />
        </FormField>
        <FormField name="validTo" label={label('validTo')}>
          <DateInput />
        </FormField>
      </div>
      <FormField name="reason" label={label('reason')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} />
      </FormField>
    </FormDrawer>
  )
}

function End({ rule: { id, version, subjectName }, onClose }: { rule: Rule; onClose: () => void }) {
  const labels = useLabels(words)
  return (
    <FormDrawer
      contract={endAssignment}
      title={labels.text('end', { name: subjectName })}
      done={labels.text('saved')}
      submit={labels.action('end')}
      danger
      invalidates={READS}
      initial={{ lastDay: localDate(new Date()) }}
      toInput={(values) => ({ id, version, ...values })}
      onClose={onClose}
    >
      <FormField name="lastDay" label={labels.field('assignment', 'lastDay')} help={labels.text('endHelp')}>
        <DateInput />
      </FormField>
      <FormField name="reason" label={labels.field('assignment', 'reason')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} />
      </FormField>
    </FormDrawer>
  )
}

function Toolbar() {
  const labels = useLabels(words)
  const open = useOpen()
  if (!usePermission(assignBusinesses.permission)) return null
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ kind: 'assign' })}>
      {labels.action('assign')}
    </Button>
  )
}

function useRowActions() {
  const labels = useLabels(words)
  const open = useOpen()
  const today = localDate(new Date())
  const running = ({ validTo }: Rule) => validTo === null || validTo >= today
  return [
    {
      key: 'end',
      label: labels.action('end'),
      permission: endAssignment.permission,
      danger: true,
      when: running,
      run: (rule: Rule) => open({ kind: 'end', rule }),
    },
  ]
}

const List = listScreen(listAssignments, {
  filters: ['text', 'subject', 'business', 'verdict', 'inForceOn'],
  columns: [
    { field: 'subjectCode', fixed: 'start', width: 110 },
    { field: 'subjectName', width: 230 },
    { field: 'subject', width: 120 },
    { field: 'business', width: 150 },
    { field: 'verdict', width: 120 },
    { field: 'validFrom', width: 120 },
    { field: 'validTo', width: 130 },
    { field: 'reason', width: 240 },
    { field: 'updatedBy', width: 140 },
    'updatedAt',
  ],
  toolbar: Toolbar,
  useRowActions,
})

export default function AssignmentScreen() {
  return (
    <Host>
      <List />
    </Host>
  )
}
