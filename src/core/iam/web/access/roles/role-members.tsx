import { Button, Input, Table } from 'antd'
import { useState } from 'react'
import { grantRoleUsers, listRoleMembers, revokeRoleUsers } from '#core/iam/contract/access/role-members.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { UserMultiSelect } from '../../user-select.tsx'
import { words } from '../words.ts'

type Member = RowOf<typeof listRoleMembers>
const SIZE = 50

/** Who has a role; several are added, several taken out at once. */
export function RoleMembers({ roleId }: { roleId: string }) {
  const labels = useLabels(words)
  const t = useShellText()
  const mayGrant = usePermission(grantRoleUsers.permission)
  const mayRevoke = usePermission(revokeRoleUsers.permission)
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [added, setAdded] = useState<string[]>([])
  const [marked, setMarked] = useState<string[]>([])
  const { data, isFetching } = useContractQuery(
    listRoleMembers,
    { searchSdi: { roleId, text }, pageInfo: { currentPage: page, pageSize: SIZE } },
    { keepPrevious: true },
  )
  const done = (count: number) => notify({ kind: 'success', title: labels.text('members'), text: labels.text('membersChanged', { count }) })
  const grant = useContractCommand(grantRoleUsers, {
    onSuccess: ({ changed }) => {
      setAdded([])
      done(changed)
    },
  })
  const revoke = useContractCommand(revokeRoleUsers, {
    onSuccess: ({ changed }) => {
      setMarked([])
      done(changed)
    },
  })
  const label = labels.fields('roleMember')
  return (
    <div className="bt-stack">
      {mayGrant && (
        <div className="access-add">
          <UserMultiSelect label={labels.text('memberAdd')} value={added} onChange={(next) => setAdded(next as string[])} />
          <Button type="primary" disabled={added.length === 0} loading={grant.isPending} onClick={() => grant.mutate({ id: roleId, userIds: added })}>
            {labels.action('addMembers')}
          </Button>
        </div>
      )}
      <div className="access-add">
        <Input.Search
          allowClear
          placeholder={labels.text('memberSearch')}
          aria-label={labels.text('memberSearch')}
          onChange={(event) => {
            setText(event.target.value)
            setPage(1)
          }}
        />
        {mayRevoke && (
          <Button danger disabled={marked.length === 0} loading={revoke.isPending} onClick={() => revoke.mutate({ id: roleId, userIds: marked })}>
            {labels.text('removeMembers', { count: marked.length })}
          </Button>
        )}
      </div>
      <Table<Member>
        size="small"
        rowKey="id"
        loading={isFetching}
        dataSource={data?.result ?? []}
        scroll={{ x: 840 }}
        locale={{ emptyText: t('common.empty') }}
        pagination={{
          current: page,
          pageSize: SIZE,
          total: data?.totalRecord ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: setPage,
          showTotal: (total) => t('list.total', { n: total }),
        }}
        {...(mayRevoke
          ? {
              rowSelection: {
                selectedRowKeys: marked,
                preserveSelectedRowKeys: true,
                onChange: (keys) => setMarked(keys.map(String)),
                getTitleCheckboxProps: () => ({ 'aria-label': labels.text('markAll') }),
                getCheckboxProps: (member: Member) => ({ 'aria-label': member.account }),
              },
            }
          : {})}
        columns={[
          { key: 'account', title: label('account'), width: 160, render: (_, member) => <span className="bt-num">{member.account}</span> },
          { key: 'fullName', title: label('fullName'), dataIndex: 'fullName', width: 220 },
          { key: 'place', title: label('place'), dataIndex: 'place', width: 260 },
          { key: 'status', title: label('status'), width: 120, render: (_, member) => <StatusTag machine="iam.userStatus" value={member.status} /> },
        ]}
      />
    </div>
  )
}
