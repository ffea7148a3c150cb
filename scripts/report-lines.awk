# report-lines.awk: how many kernels of a text report, without an error and with one, keep to the lengths that docs/reports.md names.
#   awk -f scripts/report-lines.awk report.txt
function judge() {
    if (!kernel) return
    group = errors == 0 ? "without an error" : errors == 1 ? "with one error" : "with more errors"
    count[group]++
    sum[group] += lines
    if (lines > most[group]) most[group] = lines
    if (errors == 0 && lines > 3 || errors == 1 && lines > 12) long[group]++
}
/^[^ ].*: (refuted|unproved|proved|unchecked)/ && !/: (error|warning|note): / { judge(); kernel = 1; lines = errors = 0 }
/^[0-9]+ kernels? in / || /^[^:]*: note: / { judge(); kernel = 0 } # the end; what is said of a file
kernel { lines++; if (/: error: /) errors++ }
END {
    judge()
    print "| kernels | number | lines in all | longest | too long |\n|---|---:|---:|---:|---:|"
    for (i = split("without an error,with one error,with more errors", names, ","); i > 0; i--)
        order = names[i] (order ? "," order : "")
    n = split(order, names, ",")
    for (i = 1; i <= n; i++)
        printf "| %s | %d | %d | %d | %d |\n", names[i], count[names[i]], sum[names[i]], most[names[i]], long[names[i]]
}
