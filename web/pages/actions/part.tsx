import { Stack, Text } from "@mantine/core";

/** What several of the answers share, by name; nothing where none of `of` is there. */
export function Part({
  title,
  of,
  children,
}: {
  title: string;
  of: number;
  children: React.ReactNode;
}) {
  if (of === 0) return null;
  return (
    <>
      <Text size="sm" fw={600} mt="sm" component="h3">
        {title}
      </Text>
      <Stack gap={6} component="ul" className="bare-list">
        {children}
      </Stack>
    </>
  );
}
