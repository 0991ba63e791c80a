"""The networks of V-PROM ("Models and experimental setup" of its paper), and a transformer over the sixteen panels."""
