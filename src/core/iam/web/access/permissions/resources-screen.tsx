import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { Button, Empty, Input, Table } from 'antd'
import { useState } from 'react'
import { findResource, grantResource, resourceTree, revokeResource, updateResource } from '#core/iam/contract/access/permissions.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FormDrawer } from '#platform/web/kit/form/form-drawer.tsx'
import { FormField } from '#platform/web/kit/form/form-field.tsx'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { RoleFilter } from '../inputs.tsx'
import { useActionLabel } from '../words.ts'
import { PermissionTree } from './permission-tree.tsx'
import '#platform/web/kit/detail/browse.css'
import '../access.css'
import { words } from '../words.ts'

type Found = OutputOf<typeof findResource>
const READS = [resourceTree, findResource]

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

function Detail({ id }: { id: string }) {
  const labels = useLabels(words)
  const action = useActionLabel()
  const query = useContractQuery(findResource, { id }, { quiet: true })
  const { data } = query
  const [edit, setEdit] = useState(false)
  const may = usePermission(updateResource.permission)
  if (!data) return <Waiting query={query} />
  const label = labels.fields('permission')
  const facts = [
    [label('application'), data.application ?? labels.text('common')],
    [label('action'), action(data.action)],
    [label('titleVi'), data.titleVi],
    [label('titleEn'), data.titleEn],
    [label('nameVi'), data.nameVi],
    [label('nameEn'), data.nameEn],
    [label('description'), data.description],
  ] as const
  return (
    <div className="bt-stack">
      <div className="bt-record-head">
        <h2 className="bt-num access-uri">{data.uri}</h2>
        <CopyButton text={data.uri} />
        {may && (
          <Button size="small" onClick={() => setEdit(true)}>
            {labels.action('edit')}
          </Button>
        )}
      </div>
      <dl className="bt-fields">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
      <Roles permission={data} />
      <Users permission={data} />
      {edit && <Edit permission={data} onClose={() => setEdit(false)} />}
    </div>
  )
}

function Edit({ permission: { id, version, uri, nameVi, nameEn, description }, onClose }: { permission: Found; onClose: () => void }) {
  const labels = useLabels(words)
  const label = labels.fields('permission')
  return (
    <FormDrawer
      contract={updateResource}
      title={uri}
      done={labels.text('saved')}
      invalidates={READS}
      initial={{ nameVi, nameEn, description }}
      toInput={(values) => ({ id, version, ...values })}
      onClose={onClose}
    >
      <p>{labels.text('permissionEditText')}</p>
      <FormField name="nameVi" label={label('nameVi')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="nameEn" label={label('nameEn')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="description" label={label('description')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
    </FormDrawer>
  )
}

function Roles({ permission }: { permission: Found }) {
  const labels = useLabels(words)
  const mayGrant = usePermission(grantResource.permission)
  const mayRevoke = usePermission(revokeResource.permission)
  const [role, setRole] = useState<string | undefined>()
  const [gone, setGone] = useState<Found['roles'][number] | null>(null)
  const grant = useContractCommand(grantResource, { invalidates: READS, onSuccess: () => setRole(undefined) })
  return (
    <Section title={labels.text('usedByRoles', { count: permission.roles.length })}>
      {mayGrant && (
        <div className="access-add">
          <RoleFilter label={labels.text('roleAdd')} value={role} onChange={(next) => setRole(next as string | undefined)} />
          <Button
            disabled={role === undefined || permission.roles.some((one) => one.id === role)}
            loading={grant.isPending}
            onClick={() => role !== undefined && grant.mutate({ id: permission.id, roleId: role })}
          >
            {labels.action('grant')}
          </Button>
        </div>
      )}
      <ul className="access-items">
        {permission.roles.map((one) => (
          <li key={one.id}>
            <strong title={one.name}>{one.name}</strong>
            <span className="bt-num">{one.code}</span>
            <span>{labels.text('memberCount', { count: one.members })}</span>
            {one.status !== 'ACTIVE' && <StatusTag machine="iam.roleStatus" value={one.status} />}
            {mayRevoke && (
              <Button
                type="text"
                size="small"
                danger
                icon={<DeleteOutlined />}
                title={labels.action('revoke')}
                aria-label={labels.text('permissionRevoke', { name: one.name })}
                onClick={() => setGone(one)}
              />
            )}
          </li>
        ))}
      </ul>
      {permission.roles.length === 0 && <p className="bt-none">{labels.text('usedByNobody')}</p>}
      {gone && (
        <CommandDialog
          contract={revokeResource}
          input={{ id: permission.id, roleId: gone.id, roleVersion: gone.version }}
          title={labels.text('permissionRevoke', { name: gone.name })}
          text={labels.text('permissionRevokeText', { count: gone.members })}
          submit={labels.action('revoke')}
          done={labels.text('revoked')}
          danger
          invalidates={READS}
          onClose={() => setGone(null)}
        />
      )}
    </Section>
  )
}

function Users({ permission: { users, totalUsers } }: { permission: Found }) {
  const labels = useLabels(words)
  const t = useShellText()
  return (
    <Section title={labels.text('usedByUsers', { count: totalUsers })} folded>
      <Table<Found['users'][number]>
        size="small"
        rowKey="id"
        dataSource={users}
        pagination={false}
        locale={{ emptyText: t('common.empty') }}
        columns={[
          { key: 'account', title: labels.field('user', 'account'), width: 150, render: (_, user) => <span className="bt-num">{user.account}</span> },
          { key: 'fullName', title: labels.field('user', 'fullName'), dataIndex: 'fullName' },
          { key: 'roles', title: labels.field('permission', 'roles'), dataIndex: 'roles' },
        ]}
      />
      {totalUsers > users.length && <p>{labels.text('firstUsers', { count: users.length })}</p>}
    </Section>
  )
}
