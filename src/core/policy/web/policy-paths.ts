/** Addresses of the screens of policies, which lead to each other; `detail` and `edit` carry an {id}. */
export interface PolicyPaths {
  list: string
  create: string
  detail: string
  edit: string
}
