/** Addresses of the screens, which lead to each other; the detail takes ?id=. */
export interface TreasuryPaths {
  list: string
  detail: string
}

export const addressOf = ({ detail }: TreasuryPaths, id: string) => `${detail}?id=${id}`
