import { Drawer, Table, Tabs } from 'antd'
import { RecordHistory } from '#core/audit/web/public.ts'
import { listHoldings } from '#core/cash/contract/holdings.ts'
import { searchStaff } from '#core/organisation/contract/staff.ts'
import { listUnits } from '#core/organisation/contract/unit-changes.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { ActionHost, RecordActions, RowActions } from '#platform/web/kit/actions/action-host.tsx'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { words } from '../words.ts'
import { DayBadge } from './day-badge.tsx'
import { type Member, moveMember, singleHanded, type Unit, unitActions } from './unit-actions.ts'

const PAGE = { currentPage: 1, pageSize: 100 as const }

/** One unit: what it is, who works there, where its cash lies, what happened to it. */
export function UnitDrawer({ row, onClose, holdings }: DialogProps<Unit> & { holdings: string | undefined }) {
  const labels = useLabels(words)
  // As it is now, which may no longer be what the list has shown.
  const { data } = useContractQuery(listUnits, { searchSdi: { text: row.code, unitId: row.id }, pageInfo: PAGE }, { quiet: true, keepPrevious: true })
  const unit = data?.result.find(({ id }) => id === row.id) ?? row
  const mayHoldings = usePermission(listHoldings.permission)
  return (
    <Drawer
      open
      size={920}
      onClose={onClose}
      title={
        <span className="bt-record-head">
          {unit.name} ({unit.code}) <StatusTag machine="organisation.unitStatus" value={unit.status} /> <DayBadge unitId={unit.id} />
        </span>
      }
    >
      <ActionHost entity={listUnits.entity} schema={listUnits.row} actions={unitActions} nameOf={({ name }: Unit) => name}>
        <div className="bt-detail-actions">
          <RecordActions record={unit} />
        </div>
      </ActionHost>
      <Tabs
        items={[
          {
            key: 'facts',
            label: labels.text('unitFacts'),
            children: (
              <FieldList
                schema={listUnits.row}
                entity={listUnits.entity}
                value={unit}
                fields={['code', 'name', 'level', 'parentName', 'address', 'phone', 'validFrom', 'validTo']}
              />
            ),
          },
          { key: 'staff', label: labels.text('unitStaff'), children: <Staff unitId={unit.id} /> },
          ...(mayHoldings && holdings !== undefined
            ? [{ key: 'holdings', label: labels.text('unitHoldings'), children: <Holdings unitId={unit.id} path={holdings} /> }]
            : []),
          { key: 'history', label: labels.text('unitHistory'), children: <RecordHistory subjectType="organisation.unit" subjectId={unit.id} /> },
        ]}
      />
    </Drawer>
  )
}

const MOVE = [moveMember]

function Staff({ unitId }: { unitId: string }) {
  const labels = useLabels(words)
  const t = useShellText()
  const query = useContractQuery(searchStaff, { searchSdi: { unitId }, pageInfo: PAGE }, { quiet: true })
  if (!query.data) return <Waiting query={query} />
  const label = labels.fields('staff')
  return (
    <ActionHost entity={searchStaff.entity} schema={searchStaff.row} actions={MOVE} nameOf={({ fullName }: Member) => fullName}>
      <Table<Member>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 760 }}
        dataSource={query.data.result}
        locale={{ emptyText: t('common.empty') }}
        columns={[
          { key: 'code', title: label('code'), dataIndex: 'code', width: 120 },
          { key: 'fullName', title: label('fullName'), dataIndex: 'fullName' },
          { key: 'positions', title: label('positions'), dataIndex: 'positions' },
          { key: 'place', title: label('place'), dataIndex: 'place' },
          {
            key: 'status',
            title: labels.field('staff', 'status'),
            width: 130,
            render: (_, row) => <StatusTag machine="organisation.unitStatus" value={row.status} />,
          },
          { key: 'actions', width: 110, render: (_, row) => <RowActions row={row} /> },
        ]}
      />
    </ActionHost>
  )
}

const HOLDING = ['code', 'kind', 'balance', 'ceiling', 'floor', 'singleHanded', 'status'] as const

function Holdings({ unitId, path }: { unitId: string; path: string }) {
  const labels = useLabels(words)
  const query = useContractQuery(listHoldings, { searchSdi: { unitId }, pageInfo: PAGE }, { quiet: true })
  if (!query.data) return <Waiting query={query} />
  return (
    <ActionHost entity={listHoldings.entity} schema={listHoldings.row} actions={singleHanded} nameOf={({ code }: RowOf<typeof listHoldings>) => code}>
      <FieldTable
        entity={listHoldings.entity}
        schema={listHoldings.row}
        rows={query.data.result}
        rowKey={({ id }) => id}
        fields={HOLDING}
        actions={(row) => <RowActions row={row} />}
      />
      <PageLink to={`${path}?${new URLSearchParams({ unitId })}`}>{labels.text('unitHoldingsAll')}</PageLink>
    </ActionHost>
  )
}
