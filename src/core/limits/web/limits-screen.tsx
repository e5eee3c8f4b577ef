import { RoleSelect } from '#core/iam/web/public.ts'
import { createRoleLimit, listRoleLimits, removeRoleLimit, updateRoleLimit } from '#core/limits/contract/limits.ts'
import { create, edit, remove } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'

function Fields() {
  return (
    <>
      <Field name="roleId">
        <RoleSelect />
      </Field>
      <Field name="kind" />
      <Field name="amount" />
    </>
  )
}

/** How much the holders of each role may decide in a day. */
export default listScreen(listRoleLimits, {
  filters: ['text', 'kind'],
  columns: ['roleName', { field: 'roleCode', hidden: true }, 'kind', 'amount', 'updatedAt', 'updatedBy'],
  actions: [create(createRoleLimit, Fields), edit(updateRoleLimit, ['amount']), remove(removeRoleLimit)],
})
