import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { Input, Table } from 'antd'
import { useState } from 'react'
import { grantRoleUsers, listRoleMembers, revokeRoleUsers } from '#core/iam/contract/access/role-members.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { useSettled } from '#platform/web/kit/form/use-settled.ts'
import { conditionsIn } from '#platform/web/kit/list/conditions.ts'
import { filterPlaces } from '#platform/web/kit/list/filters.ts'
import { ListNote } from '#platform/web/kit/list/list-note.tsx'
import { usePageItems } from '#platform/web/kit/list/page-items.tsx'
import { useLastPage } from '#platform/web/kit/list/use-list.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { UserMultiSelect } from '../../user-select.tsx'
import { ChooseAndAdd } from '../choose-and-add.tsx'
import { accessReads } from '../reads.ts'
import { words } from '../words.ts'

type Member = RowOf<typeof listRoleMembers>
const SIZE = 50
const TYPING_MS = 250
const PLACES = filterPlaces(listRoleMembers.filter.shape as never, ['text'])

/** Who has a role; several are added, several taken out at once. */
export function RoleMembers({ roleId }: { roleId: string }) {
  const labels = useLabels(words)
  const t = useShellText()
  const clearable = useClearable()
  const items = usePageItems()
  const mayRevoke = usePermission(revokeRoleUsers.permission)
  const [text, setText] = useState('')
  const asked = useSettled(text, TYPING_MS)
  const [page, setPage] = useState(1)
  const [marked, setMarked] = useState<string[]>([])
  const filter = { roleId, text: asked }
  const { data, error, isFetching, refetch } = useContractQuery(
    listRoleMembers,
    { searchSdi: filter, pageInfo: { currentPage: page, pageSize: SIZE } },
    { keepPrevious: true, quiet: true },
  )
  const total = data?.totalRecord ?? 0
  useLastPage({ page, size: SIZE, total, busy: isFetching }, setPage)
  const takeOut = act<typeof revokeRoleUsers, { count: number }>(revokeRoleUsers, {
    key: 'takeOut',
    invalidates: accessReads,
    danger: true,
    when: ({ count }) => count > 0,
    toInput: () => ({ id: roleId, userIds: marked }),
    onDone: () => setMarked([]),
  })
  const label = labels.fields('roleMember')
  return (
    <ActionHost entity="iam.roleMember" schema={listRoleMembers.row} nameOf={({ account }: Member) => account}>
      <div className="bt-stack">
        <ChooseAndAdd
          contract={grantRoleUsers}
          input={(userIds) => ({ id: roleId, userIds })}
          action="addMembers"
          title={labels.text('members')}
          done={({ changed }) => labels.text('membersChanged', { count: changed })}
        >
          {(value, onChange) => <UserMultiSelect aria-label={labels.text('memberAdd')} value={value} onChange={onChange} />}
        </ChooseAndAdd>
        <div className="access-add">
          <Input
            prefix={<SearchOutlined />}
            allowClear={clearable}
            value={text}
            placeholder={labels.text('memberSearch')}
            aria-label={labels.text('memberSearch')}
            onChange={(event) => {
              setText(event.target.value)
              setPage(1)
            }}
          />
          <ActionButton action={takeOut} row={{ count: marked.length }} />
        </div>
        <Table<Member>
          size="small"
          rowKey="id"
          loading={isFetching}
          dataSource={data?.result ?? []}
          scroll={{ x: 840 }}
          locale={{
            emptyText: isFetching ? (
              '…'
            ) : (
              <ListNote
                error={error}
                onRetry={() => void refetch()}
                conditions={conditionsIn(PLACES, listRoleMembers.filter, filter, () => labels.text('memberSearch'))}
                onRemove={() => setText('')}
              />
            ),
          }}
          pagination={{
            current: page,
            pageSize: SIZE,
            total,
            itemRender: items,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setPage,
            showTotal: (n) => t('list.total', { n }),
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
    </ActionHost>
  )
}
