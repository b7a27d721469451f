# What a reader takes away.

take-title = { $partition } after event { $step }
take-picture = The picture
take-diagram = The space-time diagram as it is shown
take-sequence = The events around here, as a sequence diagram
take-table = The state of the replicas
take-svg = Save as SVG
take-png = Save as PNG
take-mermaid = Save as Mermaid
take-csv = Save as CSV
take-markdown = Save as Markdown
take-copy = Copy
take-copied = Copied.
take-not-copied = The browser does not let the page copy: select the text and copy it yourself.
