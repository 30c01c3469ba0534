export const passwords = {
  name: 'password',
  tables: ['passwords'],
}
