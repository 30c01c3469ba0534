export const identities = {
  name: 'identities',
  tables: ['identities'],
}
