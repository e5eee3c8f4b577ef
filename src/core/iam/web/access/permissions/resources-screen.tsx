import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { Empty } from 'antd'
import { useState } from 'react'
import { findResource, grantResource, resourceTree, revokeResource, updateResource } from '#core/iam/contract/access/permissions.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act, edit } from '#platform/web/kit/actions/actions.tsx'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { ChooseAndAdd } from '../choose-and-add.tsx'
import { RoleFilter } from '../inputs.tsx'
import { accessReads } from '../reads.ts'
import { useActionLabel, words } from '../words.ts'
import { PermissionTree } from './permission-tree.tsx'
import '#platform/web/kit/detail/browse.css'
import '../access.css'

type Found = OutputOf<typeof findResource>
type Role = Found['roles'][number]

/** The catalogue of every application, and of each permission where it is used. */
export default function ResourcesScreen() {
  const labels = useLabels(words)
  const query = useContractQuery(resourceTree, {}, { quiet: true })
  const { data } = query
  const [chosen, setChosen] = useState<string | null>(null)
  if (!data) return <Waiting query={query} />
  return (
    <div className="bt-browse access-resources">
      <section aria-label={labels.text('catalogue')}>
        <p className="access-hint">{labels.text('catalogueText', { count: data.permissions.length })}</p>
        <PermissionTree catalogue={data} height={560} chosen={{ id: chosen, onChoose: setChosen }} />
      </section>
      <section className="bt-browse-detail">
        {chosen ? <Detail key={chosen} id={chosen} /> : <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={labels.text('permissionPick')} />}
      </section>
    </div>
  )
}

const editPermission = edit<typeof updateResource, Found>(updateResource, ['nameVi', 'nameEn', 'description'])

function Detail({ id }: { id: string }) {
  const labels = useLabels(words)
  const action = useActionLabel()
  const query = useContractQuery(findResource, { id }, { quiet: true })
  const { data } = query
  if (!data) return <Waiting query={query} />
  return (
    <div className="bt-stack">
      <ActionHost entity="iam.permission" schema={findResource.output} nameOf={({ uri }: Found) => uri}>
        <div className="bt-record-head">
          <h2 className="bt-num access-uri">{data.uri}</h2>
          <CopyButton text={data.uri} />
          <ActionButton action={editPermission} row={data} />
        </div>
      </ActionHost>
      <FieldList
        entity="iam.permission"
        schema={findResource.output}
        value={data}
        fields={[
          { field: 'application', render: ({ application }) => application ?? labels.text('common') },
          { field: 'action', render: (found) => action(found.action) },
          'titleVi',
          'titleEn',
          'nameVi',
          'nameEn',
          'description',
        ]}
      />
      <Roles permission={data} />
      <Users permission={data} />
    </div>
  )
}

function Roles({ permission: { id, roles } }: { permission: Found }) {
  const labels = useLabels(words)
  const title = labels.text('usedByRoles', { count: roles.length })
  const revoke = act<typeof revokeResource, Role>(revokeResource, {
    key: 'revoke',
    danger: true,
    icon: <DeleteOutlined />,
    invalidates: accessReads,
    toInput: (_, role) => ({ id, roleId: role.id, roleVersion: role.version }),
  })
  return (
    <ActionHost entity="iam.rolePermission" schema={findResource.output.shape.roles.element} nameOf={({ name }: Role) => name}>
      <Section title={title}>
        <ChooseAndAdd
          contract={grantResource}
          input={([roleId = '']) => ({ id, roleId })}
          action="grant"
          title={title}
          done={() => labels.text('permissionGranted')}
        >
          {([value], onChange) => <RoleFilter label={labels.text('roleAdd')} except={roles.map((role) => role.id)} value={value} onChange={onChange} />}
        </ChooseAndAdd>
        <ul className="access-items">
          {roles.map((role) => (
            <li key={role.id}>
              <strong title={role.name}>{role.name}</strong>
              <span className="bt-num">{role.code}</span>
              <span>{labels.text('memberCount', { count: role.members })}</span>
              {role.status !== 'ACTIVE' && <StatusTag machine="iam.roleStatus" value={role.status} />}
              <ActionButton action={revoke} row={role} />
            </li>
          ))}
        </ul>
        {roles.length === 0 && <p className="bt-none">{labels.text('usedByNobody')}</p>}
      </Section>
    </ActionHost>
  )
}

function Users({ permission: { users, totalUsers } }: { permission: Found }) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('usedByUsers', { count: totalUsers })} folded>
      <FieldTable
        entity="iam.user"
        schema={findResource.output.shape.users.element}
        rows={users}
        rowKey={({ id }) => id}
        fields={['account', 'fullName', { field: 'roles', label: 'throughRoles' }]}
      />
      {totalUsers > users.length && <p>{labels.text('firstUsers', { count: users.length })}</p>}
    </Section>
  )
}
