import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button } from 'antd'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { clonePolicy, createPolicy, endPolicy, listPolicies, removePolicy, submitPolicy, updatePolicy } from '#core/policy/contract/policy.ts'
import type { RowOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { dialogHost } from '#platform/web/kit/actions/dialog-host.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { type PolicyDialog, PolicyDialogs } from './policy-dialogs.tsx'
import type { PolicyPaths } from './policy-paths.ts'
import { words } from './words.ts'

type Policy = RowOf<typeof listPolicies>

const { Host, useOpen } = dialogHost<PolicyDialog & { paths: PolicyPaths }>((dialog, close) => <PolicyDialogs {...dialog} onClose={close} />)

function Toolbar({ paths }: { paths: PolicyPaths }) {
  const labels = useLabels(words)
  if (!usePermission(createPolicy.permission)) return null
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => openAddress(paths.create)}>
      {labels.action('create')}
    </Button>
  )
}

function useRowActions(paths: PolicyPaths) {
  const labels = useLabels(words)
  const open = useOpen()
  const isDraft = ({ status }: Policy) => status === 'DRAFT'
  const dialog = (kind: PolicyDialog['kind']) => (policy: Policy) => open({ kind, policy, paths })
  return [
    {
      key: 'edit',
      label: labels.action('edit'),
      permission: updatePolicy.permission,
      when: isDraft,
      run: ({ id }: Policy) => openAddress(fill(paths.edit, { id })),
    },
    { key: 'submit', label: labels.action('submit'), permission: submitPolicy.permission, when: isDraft, run: dialog('submit') },
    { key: 'clone', label: labels.action('clone'), permission: clonePolicy.permission, run: dialog('clone') },
    {
      key: 'end',
      label: labels.action('end'),
      permission: endPolicy.permission,
      danger: true,
      when: ({ status }: Policy) => status === 'APPROVED',
      run: dialog('end'),
    },
    { key: 'remove', label: labels.action('remove'), permission: removePolicy.permission, danger: true, when: isDraft, run: dialog('remove') },
  ]
}

function Mark({ inForce, pendingRequestId }: Policy) {
  const labels = useLabels(words)
  if (pendingRequestId !== null) return <PendingBadge requestId={pendingRequestId} />
  return inForce ? <span className="bt-tag bt-tone-success">{labels.text('inForce')}</span> : null
}

const policyList = (paths: PolicyPaths) =>
  listScreen(listPolicies, {
    filters: ['text', 'service', 'status', 'inForceOn'],
    columns: [
      { field: 'code', fixed: 'start', width: 180 },
      { field: 'revision', width: 80 },
      { field: 'name', width: 240 },
      { field: 'service', width: 140 },
      { field: 'status', width: 120 },
      { field: 'inForce', width: 130, render: (row) => <Mark {...row} /> },
      { field: 'effectiveFrom', width: 145 },
      { field: 'effectiveTo', width: 145 },
      { field: 'fees', width: 110 },
      'updatedAt',
      { field: 'updatedBy', width: 140 },
    ],
    detailPath: ({ id }) => fill(paths.detail, { id }),
    toolbar: () => <Toolbar paths={paths} />,
    useRowActions: () => useRowActions(paths),
  })

export default function policyScreen(paths: PolicyPaths) {
  const List = policyList(paths)
  return () => (
    <Host>
      <List />
    </Host>
  )
}
